/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.facts;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.Locale;

/** A consistency level of writes. */
public enum WriteLevel {
    ANY(false),
    ONE(false),
    TWO(false),
    THREE(false),
    QUORUM(false),
    ALL(false),
    LOCAL_ONE(true),
    LOCAL_QUORUM(true),
    EACH_QUORUM(true);

    private final boolean local;

    WriteLevel(boolean local) {
        this.local = local;
    }

    /** Whether the replicas of one data centre decide. */
    public boolean isLocal() {
        return local;
    }

    /** How many of the replicas that count have acknowledged each write. */
    public int acknowledged(int replicas) {
        return switch (this) {
            case ANY, ONE, LOCAL_ONE -> Math.min(1, replicas);
            case TWO -> Math.min(2, replicas);
            case THREE -> Math.min(3, replicas);
            case QUORUM, LOCAL_QUORUM, EACH_QUORUM -> replicas / 2 + 1;
            case ALL -> replicas;
        };
    }

    /** @throws ProblemException UNPROCESSABLE */
    public static WriteLevel parse(String text) {
        try {
            return valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new ProblemException(
                    ProblemType.UNPROCESSABLE,
                    "writes: \"" + text + "\" is no consistency level of writes (expected: ALL, QUORUM, LOCAL_QUORUM,"
                            + " EACH_QUORUM, ONE, LOCAL_ONE, TWO, THREE or ANY)",
                    e);
        }
    }
}
