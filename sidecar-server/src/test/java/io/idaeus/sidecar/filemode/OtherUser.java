/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.filemode;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.Callable;
import jnr.ffi.LibraryLoader;

/** Opens files with the permissions of nobody, in one thread: root may read everything. */
public final class OtherUser {
    private static final int NOBODY = 65_534;

    private OtherUser() {}

    /** The function of the C library that is called. */
    public interface Libc {
        int setfsuid(int user);
    }

    private static final Libc LIBC = LibraryLoader.create(Libc.class).load("c");

    /** Skips the test where it does not run as root. */
    public static <T> T call(Callable<T> task) throws Exception {
        assumeTrue(System.getProperty("user.name").equals("root"), "root, who can become another user");
        int before = LIBC.setfsuid(NOBODY);
        try {
            return task.call();
        } finally {
            int unused = LIBC.setfsuid(before);
        }
    }
}
