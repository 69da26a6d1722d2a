/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.slices;

/** How the half gets to the node. */
enum SliceWay {
    SLICES("slices"),
    WHOLE("whole SSTables, then `nodetool cleanup`"),
    CASSANDRA("Cassandra's streaming (`nodetool rebuild`)");

    private final String words;

    SliceWay(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }
}
