/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

/**
 * How long the busiest source sends, in bytes divided by weight, and how short that could be. Whole files count once for
 * each pair of source and destination; {@code fractional} and {@code bound} take the number of these pairs as it is.
 *
 * @param fractional no choice of sources is below it, even where ranges and whole files may be cut at will
 * @param bound no choice of sources that leaves them in one piece is below it; at least {@code fractional}
 */
public record Makespan(double reached, double fractional, double bound) {
    /** 1 is perfect; also where nothing moves. */
    public double ratio() {
        return bound > 0 ? reached / bound : 1;
    }
}
