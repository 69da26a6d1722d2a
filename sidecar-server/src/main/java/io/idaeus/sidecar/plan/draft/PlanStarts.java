/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import io.idaeus.api.ClusterNode;
import io.idaeus.api.PlanStart;
import io.idaeus.api.PlanWay;
import java.util.ArrayList;
import java.util.List;

/** How Cassandra is started in each phase of a plan. */
final class PlanStarts {
    private static final String JOIN_RING = "-Dcassandra.join_ring=false";
    private static final String SURVEY = "-Dcassandra.write_survey=true";
    private static final String KEEP_PROGRESS = "-Dcassandra.reset_bootstrap_progress=false";
    private static final String UNSAFE = "-Dcassandra.allow_unsafe_replace=true";
    private static final String NO_BOOTSTRAP = "-Dcassandra.auto_bootstrap=false";

    // Whatever cassandra.yaml says: a rebuilt data centre may have left false there.
    private static final String BOOTSTRAP = "-Dcassandra.auto_bootstrap=true";

    private PlanStarts() {}

    /** In the order in which they happen. */
    static List<PlanStart> replacing(PlanWay way, ClusterNode dead, String version) {
        List<String> yaml = List.of(
                "num_tokens: " + dead.tokens(),
                "# no initial_token; neither this node nor " + dead.address() + " among the seeds",
                "# in cassandra-rackdc.properties: dc=" + dead.datacenter() + ", rack=" + dead.rack());
        String replace = "-Dcassandra.replace_address_first_boot=" + dead.address();
        List<String> replacing = options(way, replace, version);
        List<PlanStart> starts = new ArrayList<>();
        if (way != PlanWay.BOOTSTRAP) {
            starts.add(new PlanStart("without joining", List.of(JOIN_RING), yaml, List.of()));
        }
        starts.add(new PlanStart(
                way == PlanWay.SURVEY ? "in write survey" : "in the place of the dead node",
                replacing,
                yaml,
                way == PlanWay.BOOTSTRAP ? List.of() : List.of(JOIN_RING)));
        List<String> all = new ArrayList<>(replacing);
        if (way != PlanWay.BOOTSTRAP) {
            all.add(JOIN_RING);
        }
        starts.add(new PlanStart("plainly", List.of(), yaml, all));
        return List.copyOf(starts);
    }

    private static List<String> options(PlanWay way, String replace, String version) {
        return switch (way) {
            case BOOTSTRAP -> List.of(replace, BOOTSTRAP);
            case DIRECT -> List.of(replace, UNSAFE, NO_BOOTSTRAP);
            case SURVEY ->
                keepsProgress(version)
                        ? List.of(replace, SURVEY, BOOTSTRAP, KEEP_PROGRESS)
                        : List.of(replace, SURVEY, BOOTSTRAP);
        };
    }

    // From 5.0 on the second start forgets by default which ranges are available.
    private static boolean keepsProgress(String version) {
        return Integer.parseInt(version.substring(0, version.indexOf('.'))) >= 5;
    }
}
