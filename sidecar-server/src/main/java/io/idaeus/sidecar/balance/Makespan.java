/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

/**
 * How long the busiest source sends, in bytes divided by weight, and how short that could be.
 *
 * @param fractional no choice of sources is below it, even where every range may be cut at will
 * @param bound no choice that respects {@link BalanceRequest#smallestPiece} is below it; at least {@code fractional}
 */
public record Makespan(double reached, double fractional, double bound) {
    /** 1 is perfect; also where nothing moves. */
    public double ratio() {
        return bound > 0 ? reached / bound : 1;
    }
}
