/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.it.ControlPlaneCalls.Answer;
import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The control plane while Cassandra is stopped or dead, and afterwards. */
@Tag("core")
class ControlPlaneOutageIT {
    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.one(Profile.PLAIN);

    private static final TableRef USERS = new TableRef("shop", "users");

    private static ControlPlaneNode here;
    private static ControlPlaneCalls calls;

    @BeforeAll
    static void start() throws IOException {
        here = new ControlPlaneNode(nodes.first());
        calls = here.calls();
    }

    @AfterAll
    static void stop() {
        if (here != null) {
            here.close();
        }
    }

    @Test
    void requestsThatNeedNoCassandraSucceedWithoutItAndTheOthersRecover() {
        here.manifest("kept");
        here.node().pause();
        new ControlPlaneOutage(calls, here.transfer(USERS, ", \"dryRun\": true")).answers();
        here.node().resume();
        here.awaitReady();

        here.node().kill9();
        new ControlPlaneOutage(calls, here.transfer(USERS, ", \"dryRun\": true")).answers();
        Answer waiting = calls.post("/v1/transfers", here.transfer(USERS, "")).is(202);
        calls.put(waiting.header("Location") + "/limit", "{\"maxRate\": 104857600}")
                .is(200);
        Answer paused =
                calls.call("POST", waiting.header("Location") + "/pause", null).is(200);
        assertThat((String) paused.at("state")).isEqualTo("PAUSED");
        assertThat((String) paused.at("waiting", "cause")).isEqualTo("OPERATOR");
        calls.call("POST", waiting.header("Location") + "/resume", null).is(200);
        calls.delete("/v1/snapshots/foreign?force=true")
                .isProblem(ProblemType.CASSANDRA_UNAVAILABLE, "Check that Cassandra runs");
        here.node().start();
        here.awaitReady();

        assertThat((String) here.awaitEnd(waiting.header("Location")).at("outcome"))
                .isEqualTo("COMPLETE");
        calls.put(waiting.header("Location") + "/limit", "{}").isProblem(ProblemType.ILLEGAL_STATE, "COMPLETED");
        for (String late : List.of("/pause", "/resume")) {
            calls.call("POST", waiting.header("Location") + late, null)
                    .isProblem(ProblemType.ILLEGAL_STATE, "COMPLETED");
        }
        calls.get("/v1/node").is(200);
        calls.get("/v1/sstables?" + ControlPlaneNode.USERS).is(200);
        calls.post("/v1/snapshots", "{\"tag\": \"while-away\", \"keyspace\": \"shop\"}")
                .is(201);
        calls.delete("/v1/snapshots/foreign?force=true").is(204);
        assertThat(calls.get("/v1/snapshots").is(200).<List<Map<String, String>>>at("snapshots"))
                .extracting(snapshot -> snapshot.get("tag"))
                .contains("kept", "while-away")
                .doesNotContain("foreign");
        assertThat(here.rows(USERS)).isEqualTo(200);
        calls.delete(waiting.header("Location")).is(204);
        calls.get(waiting.header("Location")).isProblem(ProblemType.UNKNOWN_TRANSFER, "");
    }
}
