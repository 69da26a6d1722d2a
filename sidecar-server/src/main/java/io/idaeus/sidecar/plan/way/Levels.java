/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.way;

import io.idaeus.api.plan.PlanVisibility;
import java.util.LinkedHashMap;
import java.util.Map;

/** The effect on reads and writes at each consistency level, with three replicas. */
public final class Levels {
    public static final String BEFORE = "as before";
    public static final String RIGHT = "complete";
    public static final String MISSES = "may miss rows";
    public static final String AS_SOURCE = "at least as in the other cluster";
    public static final String FAIL = "fail";
    public static final String PENDING = "need the new node";
    public static final String ONE_MORE = "need one more";

    private Levels() {}

    public static Map<String, String> of(String one, String localQuorum, String quorum, String all) {
        Map<String, String> levels = new LinkedHashMap<>();
        levels.put("ONE", one);
        levels.put("LOCAL_QUORUM", localQuorum);
        levels.put("QUORUM", quorum);
        levels.put("ALL", all);
        return levels;
    }

    static PlanVisibility outside() {
        return new PlanVisibility(
                "FILL",
                of(BEFORE, BEFORE, BEFORE, FAIL),
                of(BEFORE, BEFORE, BEFORE, FAIL),
                "The new node is not in the ring. ALL needs the dead one.");
    }

    static PlanVisibility pending(String step) {
        return new PlanVisibility(
                step,
                of(BEFORE, BEFORE, BEFORE, FAIL),
                of(ONE_MORE, PENDING, PENDING, FAIL),
                "Nobody reads the new node. Cassandra asks for one acknowledgement more than the level says: at QUORUM, of"
                        + " both live replicas and of the new node. Where the new node dies, these writes fail until it is"
                        + " back or removed.");
    }

    /** The last that clients see, however the node got what it owns. */
    public static PlanVisibility afterwards() {
        return new PlanVisibility("afterwards", of(BEFORE, RIGHT, RIGHT, RIGHT), of(RIGHT, RIGHT, RIGHT, RIGHT), null);
    }
}
