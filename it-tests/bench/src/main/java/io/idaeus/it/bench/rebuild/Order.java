/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.rebuild;

/** In which order the nodes are filled. */
enum Order {
    /** By one plan. */
    AT_ONCE("at once"),
    /** By one plan for each of them. */
    IN_TURN("one after the other");

    private final String words;

    Order(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }
}
