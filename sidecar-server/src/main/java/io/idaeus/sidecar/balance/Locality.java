/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

/** Where a node stands. */
public record Locality(String dataCenter, String rack) {
    Proximity to(Locality other) {
        if (!dataCenter.equals(other.dataCenter)) {
            return Proximity.REMOTE;
        }
        return rack.equals(other.rack) ? Proximity.SAME_RACK : Proximity.SAME_DATA_CENTER;
    }
}
