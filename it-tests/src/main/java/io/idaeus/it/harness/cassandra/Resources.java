/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.cassandra;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Configuration files of nodes and tools, from the class path. */
final class Resources {
    static final String JVM_OPTIONS = "jvm17.options";
    static final String NODE_LOGBACK = "logback.xml";
    static final String TOOLS_LOGBACK = "logback-tools.xml";

    private Resources() {}

    static String text(String name) {
        try (InputStream in = Resources.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + name + " beside " + Resources.class);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path copy(String name, Path directory) {
        try {
            return Files.writeString(directory.resolve(name), text(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
