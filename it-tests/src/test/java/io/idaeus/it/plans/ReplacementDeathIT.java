/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanWait;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.NodeReadiness;
import io.idaeus.it.harness.cassandra.NodeStart;
import io.idaeus.it.planfaults.PlanPromises;
import io.idaeus.it.planfaults.PlanScene;
import io.idaeus.sidecar.start.StartOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A replacement that dies while it enters write survey in the process that stood outside the ring, as 6.0 lets it. */
@Tag("versions")
@Timeout(900)
class ReplacementDeathIT {
    private static final Duration BEGINS = Duration.ofMinutes(4);

    /** @param said when its place in the metadata is about to be kept, and when it streams */
    @ParameterizedTest
    @ValueSource(strings = {"Committing START_REPLACE", "Starting to bootstrap"})
    void itComesBackBySuchAStartAsThePlanSays(String said) {
        assumeThat(CassandraVersion.selected())
                .withFailMessage("not on Cassandra %s: it starts anew for write survey", CassandraVersion.selected())
                .isEqualTo(CassandraVersion.V6_0);
        try (PlanScene scene = PlanScene.open(CassandraVersion.selected())) {
            PlanDriver replacement = scene.replacement();
            replacement.approve();
            replacement.driveTo(Step.START_IN_SURVEY);
            Awaitility.await(said)
                    .pollInterval(Duration.ofMillis(2))
                    .atMost(BEGINS)
                    .until(() -> replacement.node().log().contains(said));
            replacement.node().kill9();

            PlanWait died = replacement.awaitWaiting(PlanScene.REPORTED, PlanWait.Cause.NODE_DOWN);
            assertThat(died.remedy())
                    .startsWith("start it again with the same options, but without " + StartOptions.OUTSIDE);
            List<String> options = new ArrayList<>(
                    replacement.plan().destinations().get(0).starts().get(0).jvmOptions());
            options.remove(StartOptions.OUTSIDE);
            // It must have noticed the death itself, and on a quick start it may not have.
            options.add("-Dcassandra.skip_wait_for_gossip_to_settle=-1");
            replacement.launch(new NodeStart(options, Map.of("auto_bootstrap", false), NodeReadiness.JMX));

            Plan ended = replacement.driveToEnd();
            assertThat(new PlanPromises(scene, replacement).completed(ended).broken())
                    .isEmpty();
        }
    }
}
