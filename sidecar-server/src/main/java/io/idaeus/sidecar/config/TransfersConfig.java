/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Transfers to this node.
 *
 * @param concurrent how many run at once; the others wait
 * @param connections to each source, where a request names no number
 * @param bytesPerSecond over all connections; null for no limit
 * @param peerTimeout of a call to a peer's control plane, and of silence on its data plane
 * @param retention how long an ended transfer is remembered
 */
public record TransfersConfig(
        int concurrent, int connections, @Nullable Long bytesPerSecond, Duration peerTimeout, Duration retention) {

    static TransfersConfig read(Section section) {
        return new TransfersConfig(
                section.get("concurrent", Value.between(1, 64), 2),
                section.get("connections", Value.between(1, 64), 4),
                section.find("rate", Value.RATE),
                section.get("peerTimeout", Value.DURATION, Duration.ofSeconds(30)),
                section.get("retention", Value.DURATION, Duration.ofDays(30)));
    }
}
