/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static io.idaeus.it.ControlPlaneNode.USERS;
import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.ProblemType;
import io.idaeus.it.ControlPlaneCalls.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/**
 * The control plane while Cassandra is down: it answers from files, and otherwise with a named problem. The snapshot
 * {@code kept} has a manifest, and there is a transfer.
 *
 * @param plan the request body of a plan
 */
record ControlPlaneOutage(ControlPlaneCalls calls, String plan) {
    private static final String SNAPSHOT = "{\"tag\": \"while-away\", \"keyspace\": \"shop\"}";

    /** Sends all requests at once, like monitoring and operators in an outage. None waits for another. */
    void answers() {
        String transfer = "/v1/transfers/" + calls.get("/v1/transfers").at("transfers", 0, "id");
        List<CompletableFuture<?>> asked = new ArrayList<>();
        for (String path : List.of(
                "/v1/snapshots",
                "/v1/snapshots/kept",
                "/v1/snapshots/kept/manifest?" + USERS,
                "/v1/sstables?snapshot=kept&" + USERS,
                "/v1/leases",
                "/v1/transfers",
                transfer,
                transfer + "/sstables",
                "/health/liveness",
                "/metrics",
                "/openapi/idaeus-v1.yaml")) {
            asked.add(begin(() -> calls.get(path).is(200)));
        }
        for (String path : List.of(
                "/v1/node",
                "/v1/keyspaces",
                "/v1/keyspaces/shop/tables/users",
                "/v1/ring?keyspace=shop",
                "/v1/sstables?" + USERS)) {
            asked.add(begin(() -> unavailable(calls.get(path))));
        }
        asked.add(begin(() -> unavailable(calls.post("/v1/snapshots", SNAPSHOT))));
        asked.add(begin(() -> unavailable(calls.post("/v1/transfers", plan))));
        asked.add(
                begin(() -> calls.put("/v1/leases/later", "{\"tag\": \"kept\"}").is(200)));
        asked.add(begin(() ->
                calls.delete("/v1/keyspaces/shop/tables/users/cleanup-due").is(204)));
        asked.add(begin(this::notReady));
        asked.forEach(CompletableFuture::join);
        calls.delete("/v1/leases/later").is(204);
    }

    private Answer notReady() {
        // Readiness is kept for a second.
        Answer answer = Awaitility.await("not ready")
                .atMost(Duration.ofSeconds(60))
                .until(() -> calls.get("/health/readiness"), found -> found.status() == 503);
        assertThat(checks(answer))
                .isEqualTo(Map.of("jmx", false, "cql", false, "disks", true, "data-plane", true, "importer", true));
        return answer;
    }

    /** Readiness checks by name. */
    static Map<String, Boolean> checks(Answer readiness) {
        List<Map<String, Object>> checks = readiness.at("checks");
        return checks.stream()
                .collect(Collectors.toMap(check -> (String) check.get("name"), check -> (Boolean) check.get("up")));
    }

    private static Answer unavailable(Answer answer) {
        assertThat(answer.header("Retry-After")).isEqualTo("5");
        return answer.isProblem(ProblemType.CASSANDRA_UNAVAILABLE, "Check that Cassandra runs");
    }

    // A request that hangs ends with its timeout, and fails.
    private static CompletableFuture<?> begin(Supplier<Answer> call) {
        return CompletableFuture.supplyAsync(call, task -> new Thread(task, "caller").start());
    }
}
