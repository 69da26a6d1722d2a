/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.cluster;

/**
 * Where sidecars of the ring listen.
 *
 * @param scheme {@code http} or {@code https}
 * @param port control port of the ring's sidecars
 */
public record SidecarAddress(String scheme, int port) {
    String of(String host) {
        return scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
