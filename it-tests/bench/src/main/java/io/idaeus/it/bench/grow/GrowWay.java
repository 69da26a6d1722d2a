/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.grow;

import io.idaeus.api.plan.JoinDelays;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How new nodes join. */
enum GrowWay {
    /** Cassandra's bootstrap with its limits of streaming, 24 MiB/s from each node. */
    BOOTSTRAP("bootstrap, defaults", 24, null),
    /** Cassandra's bootstrap without limits. */
    UNLIMITED("bootstrap, caps off", 0, null),
    /** A plan. Cassandra streams its own keyspaces, without limits. */
    PLAN("plan", 0, JoinDelays.CASSANDRA),
    /** The same with {@code --join-delays short}. */
    SHORT("plan, short delays", 0, JoinDelays.SHORT);

    private final String words;
    private final int streamMebibytes;
    private final @Nullable JoinDelays delays;

    GrowWay(String words, int streamMebibytes, @Nullable JoinDelays delays) {
        this.words = words;
        this.streamMebibytes = streamMebibytes;
        this.delays = delays;
    }

    /** MiB/s that each node may stream; 0 for no limit. */
    int streamMebibytes() {
        return streamMebibytes;
    }

    /** The delays of the plan; null where there is none. */
    @Nullable
    JoinDelays delays() {
        return delays;
    }

    String words() {
        return words;
    }

    /** @param names for instance {@code plan,unlimited} */
    static List<GrowWay> named(String names) {
        return Arrays.stream(names.split(","))
                .map(name -> valueOf(name.strip().toUpperCase(Locale.ROOT)))
                .toList();
    }
}
