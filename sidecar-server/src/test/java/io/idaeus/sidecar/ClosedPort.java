/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

/** Where the kernel refuses each connection to 127.0.0.1 at once. */
public final class ClosedPort {
    /**
     * The port of the service tcpmux, which nobody runs. No process gets it by chance: it is not among the ports that the
     * kernel gives to those that listen at port 0. A port that was free a moment ago may be another process's by now.
     */
    public static final int NUMBER = 1;

    private ClosedPort() {}
}
