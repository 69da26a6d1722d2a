/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The configuration has errors; the message lists each on a line. */
public final class ConfigException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String source;
    private final List<String> problems;

    ConfigException(String source, List<String> problems, @Nullable Throwable cause) {
        super(source + ":\n  " + String.join("\n  ", problems), cause);
        this.source = source;
        this.problems = List.copyOf(problems);
    }

    /** The file, or what stands for it. */
    public String source() {
        return source;
    }

    public List<String> problems() {
        return problems;
    }
}
