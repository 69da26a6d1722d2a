/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idaeus.api.ProblemType;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.CassandraHealth;
import io.idaeus.sidecar.cassandra.SnapshotOptions;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings.Endpoint;
import io.idaeus.sidecar.cassandra.importing.NodetoolImportOptions;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.problem.ProblemException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * A node that is dead, stopped or unreachable yields a named problem within two seconds. No restart of the sidecar is
 * needed when it is back.
 */
abstract class CassandraOutage {
    private static final Duration BOUND = Duration.ofSeconds(2);

    // A session that was never open gets longer than an answer over one that is.
    private static final Duration FIRST = Duration.ofSeconds(6);

    private static final Duration CLOSED = Duration.ofSeconds(4);

    private static final TableName TABLE = new TableName("ks", "t");

    private final CassandraNode node;
    private final int margin;

    /** @param margin how many times the promised time an answer may take */
    CassandraOutage(CassandraNode node, int margin) {
        this.node = node;
        this.margin = margin;
    }

    @Test
    void everyOutageIsNamedInTimeAndRecoversByItself() {
        try (CassandraDoor door = new CassandraDoor(Doors.withNodetool(node))) {
            node.cql().createKeyspace("ks", 1);
            node.cql().execute("CREATE TABLE ks.t (id int PRIMARY KEY)");
            recovers(door);

            CassandraDoor open = new CassandraDoor(Doors.settings(node));
            recovers(open);

            node.pause();
            try {
                closesInTime("paused, open", open);
                everyCallFailsAsUnavailable("paused", door);
                aNewDoorIsUnavailable("paused");
                concurrentCallersWaitNoLonger(door);
            } finally {
                node.resume();
            }
            recovers(door);

            node.kill9();
            try {
                everyCallFailsAsUnavailable("dead", door);
                aNewDoorIsUnavailable("dead");
            } finally {
                node.start();
            }
            recovers(door);
            leavesNoThreadBehind();
        }
    }

    @Test
    void aRestartWithoutACallMeanwhileGoesUnnoticedOverJmx() {
        try (CassandraDoor door = new CassandraDoor(Doors.settings(node))) {
            assertThat(door.node().operationMode()).isEqualTo("NORMAL");
            node.restart();
            assertThat(door.node().operationMode()).isEqualTo("NORMAL");
        }
    }

    @Test
    void aPortThatAcceptsAndSaysNothingIsNamedInTime() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Endpoint endpoint = new Endpoint("127.0.0.1", silent.getLocalPort(), null);
            try (CassandraDoor door = new CassandraDoor(CassandraSettings.of(endpoint, endpoint, null))) {
                for (int i = 0; i < 3; i++) {
                    unavailable("silent", endpoint, () -> door.node().identity());
                    unavailable("silent", endpoint, FIRST, () -> door.schemas().keyspaces());
                }
            }
        }
    }

    @Test
    void anAddressThatAnswersNothingIsNamedInTime() {
        // TEST-NET-1: no host has this address. Without a route, the call fails sooner.
        Endpoint endpoint = new Endpoint("192.0.2.1", 7199, null);
        try (CassandraDoor door = new CassandraDoor(CassandraSettings.of(endpoint, endpoint, null))) {
            for (int i = 0; i < 3; i++) {
                unavailable("black hole", endpoint, () -> door.node().identity());
                unavailable("black hole", endpoint, FIRST, () -> door.schemas().keyspaces());
            }
        }
    }

    private void everyCallFailsAsUnavailable(String how, CassandraDoor door) {
        Endpoint jmx = Doors.jmx(node, null);
        Map<String, Runnable> calls = new LinkedHashMap<>();
        calls.put("identity", () -> door.node().identity());
        calls.put("members", () -> door.ring().members());
        calls.put("take", () -> door.snapshots().takeTables("x", List.of(TABLE), SnapshotOptions.DEFAULTS));
        List<Path> staged = List.of(Path.of("/nowhere"));
        calls.put("import", () -> door.importerFor(staged).importInto(TABLE, staged, NodetoolImportOptions.DEFAULTS));
        calls.forEach((name, call) -> unavailable(how + " " + name, jmx, call));
        Endpoint cql = Doors.cql(node, null);
        unavailable(how + " schema", cql, () -> door.schemas().table(TABLE));
        unavailable(how + " keyspaces", cql, () -> door.schemas().keyspaces());
        isDown(how, door);
    }

    private void aNewDoorIsUnavailable(String how) {
        try (CassandraDoor fresh = new CassandraDoor(Doors.settings(node))) {
            unavailable(how + ", new door", Doors.jmx(node, null), () -> fresh.node()
                    .identity());
            isDown(how + ", new door", fresh);
            unavailable(how + ", new door", Doors.cql(node, null), FIRST, () -> fresh.schemas()
                    .keyspaces());
        }
    }

    /** Although the node does not answer that a connection is to be closed. */
    private void closesInTime(String how, CassandraDoor door) {
        long began = System.nanoTime();
        door.close();
        inTime(how + " closed", CLOSED, began);
    }

    private void isDown(String how, CassandraDoor door) {
        long began = System.nanoTime();
        CassandraHealth health = door.health();
        inTime(how + " health", began);
        assertThat(health.jmx().isUp()).isFalse();
        assertThat(health.jmx().detail()).contains(Doors.jmx(node, null).toString());
        assertThat(health.cql().isUp()).isFalse();
        assertThat(health.cql().detail()).contains(Doors.cql(node, null).toString());
    }

    /** Twenty concurrent callers are answered as fast as one. */
    private void concurrentCallersWaitNoLonger(CassandraDoor door) {
        var threads = Executors.newCachedThreadPool();
        try {
            long began = System.nanoTime();
            List<CompletableFuture<Void>> callers = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                boolean cql = i % 2 == 0;
                callers.add(CompletableFuture.runAsync(
                        () -> assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> {
                            if (cql) {
                                door.schemas().keyspaces();
                            } else {
                                door.node().identity();
                            }
                        }),
                        threads));
            }
            callers.forEach(CompletableFuture::join);
            inTime("twenty callers", began);
        } finally {
            threads.shutdown();
        }
    }

    private static void recovers(CassandraDoor door) {
        long began = System.nanoTime();
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> door.health().isUp());
        System.out.printf("door: back after %d ms%n", (System.nanoTime() - began) / 1_000_000);
        assertThat(door.node().identity().operationMode()).isEqualTo("NORMAL");
        assertThat(door.schemas().table(TABLE).columns()).hasSize(1);
        door.snapshots().takeTables("after", List.of(TABLE), SnapshotOptions.DEFAULTS);
        door.snapshots().clear("after", List.of("ks"));
    }

    /** Hung calls end when the node comes back or dies. */
    private static void leavesNoThreadBehind() {
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().matches("(jmx|cql).*-(connect|close)")));
    }

    private void unavailable(String what, Endpoint endpoint, Runnable call) {
        unavailable(what, endpoint, BOUND, call);
    }

    private void unavailable(String what, Endpoint endpoint, Duration bound, Runnable call) {
        long began = System.nanoTime();
        assertThatExceptionOfType(ProblemException.class)
                .as(what)
                .isThrownBy(call::run)
                .withMessageContaining(endpoint.toString())
                .withMessageContaining("Check that Cassandra runs")
                .satisfies(e -> assertThat(e.type()).isEqualTo(ProblemType.CASSANDRA_UNAVAILABLE));
        inTime(what, bound, began);
    }

    private void inTime(String what, long began) {
        inTime(what, BOUND, began);
    }

    private void inTime(String what, Duration bound, long began) {
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        System.out.printf("door: %s answered in %d ms%n", what, took.toMillis());
        assertThat(took).as(what).isLessThan(bound.multipliedBy(margin));
    }
}
