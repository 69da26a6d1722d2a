/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import io.idaeus.api.PlanVisibility;
import io.idaeus.api.PlanWay;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What clients see of the ranges concerned, step by step, with three replicas. */
final class Visibilities {
    private static final String BEFORE = "as before";
    private static final String RIGHT = "complete";
    private static final String MISSES = "may miss rows";
    private static final String FAIL = "fail";
    private static final String PENDING = "need the new node";
    private static final String ONE_MORE = "need one more";

    private Visibilities() {}

    static List<PlanVisibility> replacing(PlanWay way) {
        PlanVisibility before = new PlanVisibility(
                "FILL",
                levels(BEFORE, BEFORE, BEFORE, FAIL),
                levels(BEFORE, BEFORE, BEFORE, FAIL),
                "The new node is not in the ring. ALL needs the dead one.");
        PlanVisibility after = new PlanVisibility(
                "afterwards", levels(BEFORE, RIGHT, RIGHT, RIGHT), levels(RIGHT, RIGHT, RIGHT, RIGHT), null);
        return switch (way) {
            case SURVEY -> List.of(before, pending("second start to JOIN"), after);
            case DIRECT ->
                List.of(
                        before,
                        new PlanVisibility(
                                "AWAIT and DELTA",
                                levels(MISSES, RIGHT, RIGHT, RIGHT),
                                levels(RIGHT, RIGHT, RIGHT, RIGHT),
                                "The new node is read, and lacks what was written since FILL until DELTA has ended. The live"
                                        + " replicas have it, so that a quorum finds it."),
                        after);
            case BOOTSTRAP ->
                List.of(
                        pending("while Cassandra streams"),
                        new PlanVisibility(
                                "until the repair",
                                levels(MISSES, MISSES, MISSES, RIGHT),
                                levels(RIGHT, RIGHT, RIGHT, RIGHT),
                                "Each range came from one replica, which may have missed acknowledged writes."),
                        after);
        };
    }

    private static PlanVisibility pending(String step) {
        return new PlanVisibility(
                step,
                levels(BEFORE, BEFORE, BEFORE, FAIL),
                levels(ONE_MORE, PENDING, PENDING, FAIL),
                "Nobody reads the new node. Cassandra asks for one acknowledgement more than the level says: at QUORUM, of"
                        + " both live replicas and of the new node. Where the new node dies, these writes fail until it is"
                        + " back or removed.");
    }

    static List<PlanVisibility> rebuilding() {
        return List.of(
                new PlanVisibility(
                        "until the last FILL, in the new data centre",
                        levels(MISSES, MISSES, MISSES, RIGHT),
                        levels(RIGHT, RIGHT, RIGHT, RIGHT),
                        "Keep clients in the data centre that is the source, at LOCAL_* levels."),
                new PlanVisibility(
                        "until the last FILL, in the data centre of the sources",
                        levels(MISSES, RIGHT, MISSES, RIGHT),
                        levels(RIGHT, RIGHT, RIGHT, RIGHT),
                        "ONE and QUORUM may be answered from the data centre that is filled."),
                new PlanVisibility(
                        "afterwards", levels(BEFORE, RIGHT, RIGHT, RIGHT), levels(RIGHT, RIGHT, RIGHT, RIGHT), null));
    }

    private static Map<String, String> levels(String one, String localQuorum, String quorum, String all) {
        Map<String, String> levels = new LinkedHashMap<>();
        levels.put("ONE", one);
        levels.put("LOCAL_QUORUM", localQuorum);
        levels.put("QUORUM", quorum);
        levels.put("ALL", all);
        return levels;
    }
}
