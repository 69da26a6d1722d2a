/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.linux;

import jnr.ffi.LibraryLoader;
import jnr.ffi.Platform;
import jnr.ffi.Runtime;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The C library of Linux on x86-64 and AArch64, where {@code long} and pointers have 64 bits and the flags of open(2) and
 * the numbers of errors are those below.
 */
public final class CLibrary {
    public static final int O_RDONLY = 0;
    public static final int O_WRONLY = 1;
    public static final int O_CREAT = 0x40;
    public static final int O_EXCL = 0x80;
    public static final int O_NONBLOCK = 0x800;
    public static final int O_NOFOLLOW =
            Platform.getNativePlatform().getCPU() == Platform.CPU.AARCH64 ? 0x8000 : 0x20000;
    public static final int O_CLOEXEC = 0x80000;

    public static final int ENOENT = 2;
    public static final int EEXIST = 17;
    public static final int ENOSPC = 28;
    public static final int ELOOP = 40;
    public static final int EDQUOT = 122;

    private static final Logger LOG = LoggerFactory.getLogger(CLibrary.class);

    private CLibrary() {}

    /**
     * Binds functions.
     *
     * @param functions a public interface with a method for each, as jnr-ffi maps them
     * @param without what is different without them, for the log
     * @return null where they cannot be called
     */
    public static <T> @Nullable T bind(Class<T> functions, String without) {
        if (!isKnown()) {
            return null;
        }
        try {
            return LibraryLoader.create(functions).failImmediately().load("c");
        } catch (LinkageError | RuntimeException e) {
            LOG.info("The C library cannot be called: {}", without, e);
            return null;
        }
    }

    /** errno of the last call in this thread. */
    public static int lastError() {
        return Runtime.getSystemRuntime().getLastError();
    }

    /** Whether the C library and the JDK encode a path alike. */
    public static boolean canName(String path) {
        return path.chars().allMatch(c -> c > 0 && c < 0x80);
    }

    private static boolean isKnown() {
        Platform platform = Platform.getNativePlatform();
        return platform.getOS() == Platform.OS.LINUX
                && (platform.getCPU() == Platform.CPU.X86_64 || platform.getCPU() == Platform.CPU.AARCH64);
    }
}
