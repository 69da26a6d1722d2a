/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.limits;

import io.idaeus.sidecar.cassandra.NodeLoad;

/** What a look at Cassandra told. */
sealed interface LoadSample {

    /** @param dropped messages since the look before */
    record Seen(NodeLoad load, long dropped) implements LoadSample {}

    /** It could not be asked. */
    record Silent(String why) implements LoadSample {}
}
