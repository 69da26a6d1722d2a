/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.limits;

import io.idaeus.sidecar.cassandra.node.NodeLoad;

/** One load sample. */
sealed interface LoadSample {

    /** @param droppedMessages since the previous sample */
    record Measured(NodeLoad load, long droppedMessages) implements LoadSample {}

    record Unavailable(String reason) implements LoadSample {}
}
