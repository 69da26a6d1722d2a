/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Limits that yield to Cassandra.
 *
 * @param send null where sending is not adaptive
 * @param receive null where receiving is not adaptive
 * @param maxPendingCompactions null where they are not looked at
 * @param maxReadLatency p99 of client reads; null where it is not looked at
 * @param maxDroppedMessages between two looks; null where they are not looked at
 * @param sampleInterval between two looks
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

    /** A direction is adaptive or has a rate. */
    void checkAlone(SidecarConfig config, Section root) {
        if (send != null && config.data().maxBytesPerSecond() > 0) {
            root.refuse(
                    "adaptive.sendCeiling", "a ceiling", "nothing beside data.maxRate: sending is one or the other");
        }
        if (receive != null && config.transfers().maxBytesPerSecond() > 0) {
            root.refuse(
                    "adaptive.receiveCeiling",
                    "a ceiling",
                    "nothing beside transfers.maxRate: receiving is one or the other");
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
