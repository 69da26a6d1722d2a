/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import java.util.List;
import java.util.random.RandomGenerator;

/** Ten thousand connections as fast as they can be opened, all kept until the server closes them. */
final class ManyConnections implements Attack {
    private static final int MANY = 10_000;

    private final List<AttackedEndpoint> endpoints;

    ManyConnections(List<AttackedEndpoint> endpoints) {
        this.endpoints = endpoints;
    }

    @Override
    public String name() {
        return "10,000 connections";
    }

    @Override
    public void run(AttackScene scene, RandomGenerator random, AttackDeadline deadline, Tally tally) throws Exception {
        HalfOpen connections = new HalfOpen(scene);
        for (int i = 0; i < MANY; i++) {
            connections.one(endpoints.get(i % endpoints.size()), random, tally);
        }
        connections.awaitClosed(tally);
    }
}
