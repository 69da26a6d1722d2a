/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import java.util.random.RandomGenerator;

/** One way to attack. */
interface Attack {
    /** A few words. */
    String name();

    /**
     * Attacks until {@code deadline} ends, or returns earlier where nothing is left to try.
     *
     * @param random makes the same requests for the same seed
     * @param tally counts what was sent, and names what no sidecar may do
     */
    void run(AttackScene scene, RandomGenerator random, AttackDeadline deadline, Tally tally) throws Exception;
}
