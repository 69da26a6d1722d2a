/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

import java.util.List;

/** Seconds as a + b · GiB, by least squares. */
record Fit(double a, double b) {
    record Point(double gib, double seconds) {}

    /** @param points of two sizes at least */
    static Fit of(List<Point> points) {
        double meanGib = points.stream().mapToDouble(Point::gib).average().orElseThrow();
        double meanSeconds =
                points.stream().mapToDouble(Point::seconds).average().orElseThrow();
        double covariance = points.stream()
                .mapToDouble(point -> (point.gib() - meanGib) * (point.seconds() - meanSeconds))
                .sum();
        double variance = points.stream()
                .mapToDouble(point -> Math.pow(point.gib() - meanGib, 2))
                .sum();
        double b = covariance / variance;
        return new Fit(meanSeconds - b * meanGib, b);
    }
}
