/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.util.List;

/**
 * Which sidecars this one may call.
 *
 * @param allow hosts, or {@code host:port}
 * @param ring whether the addresses of the nodes in the ring may be called too
 */
public record PeersConfig(List<String> allow, boolean ring) {
    static PeersConfig read(Section section) {
        return new PeersConfig(section.list("allow", Value.PEER), section.get("ring", Value.BOOLEAN, true));
    }
}
