/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Refuses a plane that listens beyond loopback without TLS or {@code insecure}. */
final class Exposure {
    private Exposure() {}

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
                    "a loopback address, since anyone who can connect could read and import data. Set tls.certificate,"
                            + " tls.key and tls.trust, or insecure: true on a trusted network");
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
