/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.measure;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** A figure for sender and receiver. A competitor of one process has only a receiver. */
public record Sides(double sender, double receiver) {

    public static Sides median(List<Sides> runs) {
        return new Sides(median(runs, Sides::sender), median(runs, Sides::receiver));
    }

    public Sides times(double factor) {
        return new Sides(sender * factor, receiver * factor);
    }

    private static double median(List<Sides> runs, ToDoubleFunction<Sides> side) {
        return Spread.of(runs.stream()
                        .map(side::applyAsDouble)
                        .sorted(Comparator.naturalOrder())
                        .toList())
                .median();
    }
}
