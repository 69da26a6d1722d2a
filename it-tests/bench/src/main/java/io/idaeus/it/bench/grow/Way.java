/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.grow;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How new nodes join. */
enum Way {
    /** Cassandra's bootstrap with its limits of streaming, 24 MiB/s from each node. */
    BOOTSTRAP("bootstrap, defaults", 24),
    /** Cassandra's bootstrap without limits. */
    UNLIMITED("bootstrap, caps off", 0),
    /** A plan. Cassandra streams its own keyspaces, without limits. */
    PLAN("plan", 0);

    private final String words;
    private final int streamMebibytes;

    Way(String words, int streamMebibytes) {
        this.words = words;
        this.streamMebibytes = streamMebibytes;
    }

    /** MiB/s that each node may stream; 0 for no limit. */
    int streamMebibytes() {
        return streamMebibytes;
    }

    String words() {
        return words;
    }

    /** @param names for instance {@code plan,unlimited} */
    static List<Way> named(String names) {
        return Arrays.stream(names.split(","))
                .map(name -> valueOf(name.strip().toUpperCase(Locale.ROOT)))
                .toList();
    }
}
