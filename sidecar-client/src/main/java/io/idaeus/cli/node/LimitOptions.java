/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.node;

import io.idaeus.api.limits.AdaptiveSettings;
import io.idaeus.api.limits.LimitSettings;
import io.idaeus.api.limits.RateRange;
import io.idaeus.cli.command.Converters;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Changes of a node's rate limits. */
final class LimitOptions {
    private static final AdaptiveSettings NOT_ADAPTIVE = new AdaptiveSettings(null, null, null, null, null);

    @Option(
            names = "--send",
            paramLabel = "RATE",
            converter = Converters.Rate.class,
            description = "Limit sending to this fixed rate over all peers, for instance 200MiB/s.")
    private @Nullable Long send;

    @Option(names = "--no-send-limit", description = "Remove the send limit, fixed or adaptive.")
    private boolean noSend;

    @Option(
            names = "--receive",
            paramLabel = "RATE",
            converter = Converters.Rate.class,
            description = "Limit receiving to this fixed rate over all transfers, for instance 200MiB/s.")
    private @Nullable Long receive;

    @Option(names = "--no-receive-limit", description = "Remove the receive limit, fixed or adaptive.")
    private boolean noReceive;

    @Option(
            names = "--send-floor",
            paramLabel = "RATE",
            converter = Converters.Rate.class,
            description =
                    "Make the send limit adaptive: under load of Cassandra it falls, but not below this rate. Needs --send-ceiling.")
    private @Nullable Long sendFloor;

    @Option(
            names = "--send-ceiling",
            paramLabel = "RATE",
            converter = Converters.Rate.class,
            description =
                    "Make the send limit adaptive: without load it rises, but not above this rate. Needs --send-floor.")
    private @Nullable Long sendCeiling;

    @Option(
            names = "--receive-floor",
            paramLabel = "RATE",
            converter = Converters.Rate.class,
            description =
                    "Make the receive limit adaptive: under load of Cassandra it falls, but not below this rate. Needs --receive-ceiling.")
    private @Nullable Long receiveFloor;

    @Option(
            names = "--receive-ceiling",
            paramLabel = "RATE",
            converter = Converters.Rate.class,
            description =
                    "Make the receive limit adaptive: without load it rises, but not above this rate. Needs --receive-floor.")
    private @Nullable Long receiveCeiling;

    @Option(
            names = "--max-pending-compactions",
            paramLabel = "N",
            description = "Adaptive limits back off above this many pending compactions.")
    private @Nullable Long compactions;

    @Option(
            names = "--max-read-latency",
            paramLabel = "TIME",
            converter = Converters.Time.class,
            description = "Adaptive limits back off above this read latency (99th percentile), for instance 50ms.")
    private @Nullable Duration latency;

    @Option(
            names = "--max-dropped-messages",
            paramLabel = "N",
            description =
                    "Adaptive limits back off when Cassandra dropped more messages than this since the last load sample.")
    private @Nullable Long dropped;

    /** Why the options exclude each other; null where they do not. */
    @Nullable
    String contradiction() {
        String found = contradiction("send", send != null, noSend, sendFloor, sendCeiling);
        return found == null
                ? contradiction("receive", receive != null, noReceive, receiveFloor, receiveCeiling)
                : found;
    }

    private static @Nullable String contradiction(
            String direction, boolean fixed, boolean none, @Nullable Long floor, @Nullable Long ceiling) {
        if ((floor == null) != (ceiling == null)) {
            return "--%1$s-floor and --%1$s-ceiling go together".formatted(direction);
        }
        int meant = (fixed ? 1 : 0) + (none ? 1 : 0) + (floor == null ? 0 : 1);
        return meant > 1 ? "--%1$s, --no-%1$s-limit and --%1$s-floor exclude each other".formatted(direction) : null;
    }

    /** The changed settings. */
    LimitSettings over(LimitSettings current) {
        AdaptiveSettings before = current.adaptive() == null ? NOT_ADAPTIVE : current.adaptive();
        RateRange sends = range(before.send(), send != null || noSend, sendFloor, sendCeiling);
        RateRange receives = range(before.receive(), receive != null || noReceive, receiveFloor, receiveCeiling);
        AdaptiveSettings adaptive = new AdaptiveSettings(
                sends,
                receives,
                compactions == null ? before.maxPendingCompactions() : compactions,
                latency == null ? before.maxReadLatencyMicros() : (Long) (latency.toNanos() / 1000),
                dropped == null ? before.maxDroppedMessages() : dropped);
        return new LimitSettings(
                rate(current.sendRate(), noSend || sends != null, send),
                rate(current.receiveRate(), noReceive || receives != null, receive),
                sends == null && receives == null ? null : adaptive);
    }

    private static @Nullable RateRange range(
            @Nullable RateRange before, boolean gone, @Nullable Long floor, @Nullable Long ceiling) {
        if (floor != null && ceiling != null) {
            return new RateRange(floor, ceiling);
        }
        return gone ? null : before;
    }

    private static @Nullable Long rate(@Nullable Long before, boolean gone, @Nullable Long given) {
        if (given != null) {
            return given;
        }
        return gone ? null : before;
    }
}
