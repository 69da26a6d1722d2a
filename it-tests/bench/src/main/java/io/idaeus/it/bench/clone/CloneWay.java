/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.clone;

/** How a table gets into another cluster. */
enum CloneWay {
    PLAN("plan clone"),
    /** One for the SSTables of each node, at the same time. */
    LOADER("sstableloader from all three");

    private final String words;

    CloneWay(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }
}
