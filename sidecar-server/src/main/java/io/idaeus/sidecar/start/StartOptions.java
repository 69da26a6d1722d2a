/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.start;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

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

    public static final String OUTSIDE = JOIN_RING + "=false";
    public static final String SURVEY = WRITE_SURVEY + "=true";
    public static final String ALLOW_UNSAFE_REPLACE = CASSANDRA + "allow_unsafe_replace=true";
    public static final String NO_BOOTSTRAP = CASSANDRA + "auto_bootstrap=false";

    /** Whatever cassandra.yaml says: a rebuilt data centre may have left false there. */
    public static final String BOOTSTRAP = CASSANDRA + "auto_bootstrap=true";

    /** From 5.0 on a second start forgets by default which ranges are available. */
    public static final String KEEP_PROGRESS = CASSANDRA + "reset_bootstrap_progress=false";

    private static final String RING_DELAY = CASSANDRA + "ring_delay_ms";
    private static final String BROADCAST_INTERVAL = CASSANDRA + "broadcast_interval_ms";

    /**
     * Shortens what Cassandra 4.0 to 5.0 waits while a node replaces another one, from 90 s to 7 s: first whether that one
     * is heard of, then until the others write to the node. Up to 4.1 the first must be the longer one; 5.0 waits at least
     * twice the second for it.
     */
    public static final List<String> SHORT_DELAYS = List.of(BROADCAST_INTERVAL + "=5000", RING_DELAY + "=2000");

    private StartOptions() {}

    /** For how long the others, and the node itself, keep what gossip tells of a node that has not joined. */
    public static Duration ringDelay(List<String> options) {
        return value(options, RING_DELAY)
                .filter(text -> text.matches("[0-9]{1,9}"))
                .map(text -> Duration.ofMillis(Long.parseLong(text)))
                .orElse(Duration.ofSeconds(30));
    }

    /** The node takes the place of the one with this address. */
    public static String replacing(String address) {
        return REPLACE + "=" + address;
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
