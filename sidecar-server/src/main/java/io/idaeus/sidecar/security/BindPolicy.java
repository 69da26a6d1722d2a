/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import java.net.InetAddress;

/** Where a plane may listen: beyond loopback only with TLS, or where the operator said {@code insecure: true}. */
public final class BindPolicy {

    private BindPolicy() {}

    /** Who can reach a plane. */
    public enum Exposure {
        /** Only this machine. */
        LOOPBACK,
        /** The network, with certificates on both sides. */
        TLS,
        /** The network, anybody; to be logged as a warning and shown in {@code node}. */
        INSECURE
    }

    /**
     * What listening there means.
     *
     * @param plane for the message, for instance {@code dataPlane}
     * @throws IllegalArgumentException beyond loopback without TLS and without {@code insecure}
     */
    public static Exposure check(String plane, InetAddress address, boolean tls, boolean insecure) {
        if (tls) {
            return Exposure.TLS;
        }
        if (address.isLoopbackAddress()) {
            return Exposure.LOOPBACK;
        }
        if (insecure) {
            return Exposure.INSECURE;
        }
        throw new IllegalArgumentException(plane + ": " + address.getHostAddress()
                + " is reachable from the network and TLS is not configured (expected: a loopback address, or TLS, or"
                + " insecure: true)");
    }
}
