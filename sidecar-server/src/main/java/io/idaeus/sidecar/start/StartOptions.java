/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.start;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The JVM options of Cassandra that decide how a node joins. */
public final class StartOptions {
    /** How all of Cassandra's begin. */
    public static final String CASSANDRA = "-Dcassandra.";

    public static final String JOIN_RING = CASSANDRA + "join_ring";
    public static final String WRITE_SURVEY = CASSANDRA + "write_survey";

    /** With the address of the node whose place it takes, if it has never joined. */
    public static final String REPLACE = CASSANDRA + "replace_address_first_boot";

    /** The same, at each start. */
    public static final String REPLACE_ALWAYS = CASSANDRA + "replace_address";

    /** The tokens of a node that has never joined, with commas. */
    public static final String INITIAL_TOKEN = CASSANDRA + "initial_token";

    public static final String OUTSIDE = JOIN_RING + "=false";
    public static final String SURVEY = WRITE_SURVEY + "=true";
    public static final String ALLOW_UNSAFE_REPLACE = CASSANDRA + "allow_unsafe_replace=true";
    public static final String NO_BOOTSTRAP = CASSANDRA + "auto_bootstrap=false";

    /** Whatever cassandra.yaml says: a rebuilt data centre may have left false there. */
    public static final String BOOTSTRAP = CASSANDRA + "auto_bootstrap=true";

    /** From 5.0 on a second start forgets by default which ranges are available. */
    public static final String KEEP_PROGRESS = CASSANDRA + "reset_bootstrap_progress=false";

    /**
     * Shortens the delays of Cassandra 4.0 to 5.0 while a node replaces another one: from 60 s to 5 s, in which the dead
     * node could be heard of, and then from 30 s to 2 s, in which the others learn of the new one. Up to 4.1 the first must
     * be the longer one; 5.0 waits at least twice the second for it.
     */
    public static final List<String> SHORT_DELAYS =
            List.of(CASSANDRA + "broadcast_interval_ms=5000", CASSANDRA + "ring_delay_ms=2000");

    private static final String RING_DELAY = CASSANDRA + "ring_delay_ms";
    private static final Duration USUAL_RING_DELAY = Duration.ofSeconds(30);

    private StartOptions() {}

    /** How long a node waits for what others say of the ring. */
    public static Duration ringDelay(List<String> options) {
        try {
            return value(options, RING_DELAY)
                    .map(Long::parseLong)
                    .map(Duration::ofMillis)
                    .orElse(USUAL_RING_DELAY);
        } catch (NumberFormatException e) {
            // Cassandra would not start with it.
            return USUAL_RING_DELAY;
        }
    }

    /** The node takes the place of the one with this address. */
    public static String replacing(String address) {
        return REPLACE + "=" + address;
    }

    /** The node joins with these tokens, whatever cassandra.yaml says. Their number must be its num_tokens. */
    public static String withTokens(List<Long> tokens) {
        return INITIAL_TOKEN + "=" + tokens.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** The value of an option, empty where it is not there. The last one counts, as in the JVM. */
    public static Optional<String> value(List<String> options, String option) {
        String prefix = option + "=";
        return options.stream()
                .filter(each -> each.startsWith(prefix))
                .reduce((first, last) -> last)
                .map(each -> each.substring(prefix.length()));
    }
}
