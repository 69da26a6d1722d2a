/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import java.util.random.RandomGenerator;

/** Sends the same kind of thing many times a second, whatever becomes of it. */
interface Flood {
    String name();

    double perSecond();

    /** Whether it completes handshakes. */
    boolean speaksTls();

    /** Sends one, and waits until it is answered or closed. Does not wait for an idle endpoint. */
    void one(AttackedEndpoint endpoint, RandomGenerator random, Tally tally) throws Exception;

    /** No more follows: closes what is left open. */
    default void end(Tally tally, boolean idle) {}
}
