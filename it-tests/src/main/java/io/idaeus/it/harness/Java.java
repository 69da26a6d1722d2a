/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import java.nio.file.Path;

/** The Java that runs us also runs what we start. */
final class Java {
    private Java() {}

    static String home() {
        return System.getProperty("java.home");
    }

    static String executable() {
        return tool("java");
    }

    /** A program of the JDK, for instance jcmd. */
    static String tool(String name) {
        return Path.of(home(), "bin", name).toString();
    }
}
