/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.process;

import java.nio.file.Path;

/** The JDK that runs this JVM; child processes use the same one. */
public final class Java {
    private Java() {}

    public static String home() {
        return System.getProperty("java.home");
    }

    public static String executable() {
        return tool("java");
    }

    /** A program of the JDK, for instance jcmd. */
    public static String tool(String name) {
        return Path.of(home(), "bin", name).toString();
    }
}
