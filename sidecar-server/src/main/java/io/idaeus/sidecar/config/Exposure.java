/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;

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

    static void checkAccess(SidecarConfig config, Section root) {
        AccessConfig access = config.access();
        if (access.tokens() != null && access.list() == null) {
            root.section("access").require("list", "the file that grants roles to those whom tokens name");
        }
        if (access.list() != null && !config.asksCallers()) {
            root.section("access")
                    .refuse(
                            "list",
                            access.list().toString(),
                            "TLS (tls.certificate, tls.key, tls.trust) or access.tokens beside it: without them callers do not authenticate");
        }
    }

    static void checkLifecycle(SidecarConfig config, Section root) {
        Path lifecycle = config.cassandra().lifecycle();
        if (lifecycle != null && !config.asksCallers() && !config.control().isLoopback()) {
            root.section("cassandra")
                    .refuse(
                            "lifecycle",
                            lifecycle.toString(),
                            "TLS (tls.certificate, tls.key, tls.trust) or access.tokens beside it, or control.host on"
                                    + " loopback: otherwise anyone who can connect could have Cassandra restarted, with"
                                    + " options of their choice");
        }
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
