/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.way;

import io.idaeus.api.PlanVisibility;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What reads and writes see at each consistency level, with three replicas. */
public final class Levels {
    private static final String BEFORE = "as before";
    static final String RIGHT = "complete";
    static final String MISSES = "may miss rows";
    private static final String FAIL = "fail";
    private static final String PENDING = "need the new node";
    private static final String ONE_MORE = "need one more";

    private Levels() {}

    static Map<String, String> of(String one, String localQuorum, String quorum, String all) {
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

    static PlanVisibility afterwards() {
        return new PlanVisibility("afterwards", of(BEFORE, RIGHT, RIGHT, RIGHT), of(RIGHT, RIGHT, RIGHT, RIGHT), null);
    }

    /** While a data centre is filled from another one. */
    public static List<PlanVisibility> rebuilding() {
        Map<String, String> writes = of(RIGHT, RIGHT, RIGHT, RIGHT);
        return List.of(
                new PlanVisibility(
                        "until the last FILL, in the new data centre",
                        of(MISSES, MISSES, MISSES, RIGHT),
                        writes,
                        "Keep clients in the data centre that is the source, at LOCAL_* levels."),
                new PlanVisibility(
                        "until the last FILL, in the data centre of the sources",
                        of(MISSES, RIGHT, MISSES, RIGHT),
                        writes,
                        "ONE and QUORUM may be answered from the data centre that is filled."),
                afterwards());
    }
}
