/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Who can reach an address that a plane listens on. */
final class Exposure {
    private Exposure() {}

    /** Refuses a plane that anybody on the network could use, unless the operator asked for it. */
    static void check(SidecarConfig config, Section root) {
        if (!root.section("tls").isAbsent() || config.insecure()) {
            return;
        }
        check(root.section("control"), config.control().host());
        check(root.section("data"), config.data().host());
    }

    private static void check(Section plane, String host) {
        if (!isLoopback(host)) {
            plane.refuse(
                    "host",
                    host,
                    "a loopback address: anybody who reaches another could read and import data. Set tls.certificate,"
                            + " tls.key and tls.trust, or insecure: true where the network itself is trusted");
        }
    }

    static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    static boolean isWildcard(String host) {
        try {
            return InetAddress.getByName(host).isAnyLocalAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
