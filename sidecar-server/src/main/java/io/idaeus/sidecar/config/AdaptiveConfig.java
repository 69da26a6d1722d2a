/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Rate limits that back off under Cassandra's load. A null direction is not adaptive; a null bound is not checked.
 *
 * @param maxReadLatency p99 of client reads
 */
public record AdaptiveConfig(
        @Nullable Range send,
        @Nullable Range receive,
        @Nullable Integer maxPendingCompactions,
        @Nullable Duration maxReadLatency,
        @Nullable Integer maxDroppedMessages,
        Duration sampleInterval) {

    /** Bytes a second. */
    public record Range(long floor, long ceiling) {}

    static AdaptiveConfig read(Section section) {
        AdaptiveConfig config = new AdaptiveConfig(
                range(section, "sendFloor", "sendCeiling"),
                range(section, "receiveFloor", "receiveCeiling"),
                section.find("maxPendingCompactions", Value.between(0, 1_000_000)),
                section.find("maxReadLatency", Value.time("1ms", "1h")),
                section.find("maxDroppedMessages", Value.between(0, 1_000_000)),
                section.get("sampleInterval", Value.time("1s", "1h"), Duration.ofSeconds(5)));
        boolean unbounded = config.maxPendingCompactions == null
                && config.maxReadLatency == null
                && config.maxDroppedMessages == null;
        if (unbounded && (config.send != null || config.receive != null)) {
            section.refuse("maxPendingCompactions", "nothing", "a bound: this, maxReadLatency or maxDroppedMessages");
        }
        return config;
    }

    void checkAlone(SidecarConfig config, Section root) {
        if (send != null && config.data().maxBytesPerSecond() > 0) {
            root.refuse("adaptive.sendCeiling", "a ceiling", "either this or data.maxRate, not both");
        }
        if (receive != null && config.transfers().maxBytesPerSecond() > 0) {
            root.refuse("adaptive.receiveCeiling", "a ceiling", "either this or transfers.maxRate, not both");
        }
    }

    private static @Nullable Range range(Section section, String floorKey, String ceilingKey) {
        Long floor = section.find(floorKey, Value.LIMIT);
        Long ceiling = section.find(ceilingKey, Value.LIMIT);
        if (floor == null && ceiling == null) {
            return null;
        }
        if (floor == null || ceiling == null) {
            section.refuse(
                    floor == null ? floorKey : ceilingKey,
                    "nothing",
                    "a rate beside " + (floor == null ? ceilingKey : floorKey) + ", for instance 100MiB/s");
            return null;
        }
        if (floor > ceiling) {
            section.refuse(floorKey, floor + "B/s", "at most " + ceilingKey);
        }
        return new Range(floor, ceiling);
    }
}
