/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import java.nio.file.Path;

/** The JDK that runs this JVM; child processes use the same one. */
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
