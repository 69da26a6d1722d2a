/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import io.idaeus.it.ControlPlaneCalls.Answer;
import io.idaeus.it.harness.CassandraCluster;
import io.idaeus.it.harness.CassandraNode;
import io.idaeus.it.harness.CassandraVersion;
import io.idaeus.it.harness.CqlClient;
import io.idaeus.it.harness.SidecarProcess;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * A node with two sidecars: the one under test, and a public one as the source of its transfers. The node holds the
 * table shop.users with two SSTables, and the snapshot {@code foreign}.
 */
final class ControlPlaneNode implements AutoCloseable {
    static final String USERS = "keyspace=shop&table=users";
    private static final String ID = "0123456789abcdef0123456789abcdef";

    private final CassandraCluster cluster =
            CassandraCluster.builder(CassandraVersion.V5_0).name("control").start();
    private final SidecarProcess source;
    private final SidecarProcess sidecar;
    private final ControlPlaneCalls calls;

    ControlPlaneNode() throws IOException {
        try {
            fill();
            source = another("exposed", 9143)
                    .set("data.host", "0.0.0.0")
                    .set("data.port", 9146)
                    .set("data.advertisedHost", node().address())
                    .set("insecure", true)
                    .build();
            String address = node().address();
            sidecar = SidecarProcess.beside(node())
                    .allowPeers(address + ":9143", address + ":9146", address + ":9", address + ":9043")
                    .set("peers.allowRing", false)
                    .set("control.maxRequestSize", "64KiB")
                    .build();
            SidecarProcess.startTogether(source, sidecar);
            stageTraps();
            calls = new ControlPlaneCalls(sidecar.restUri());
        } catch (IOException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void fill() {
        CqlClient cql = cluster.cql();
        cql.createKeyspace("shop", 1);
        cql.execute("CREATE TABLE shop.users (id int PRIMARY KEY, name text)");
        for (int id = 0; id < 200; id++) {
            if (id == 100) {
                node().flush("shop", "users");
            }
            cql.execute("INSERT INTO shop.users (id, name) VALUES (?, ?)", id, "user " + id);
        }
        node().flush("shop", "users");
        node().nodetool("snapshot", "-t", "foreign", "shop").orThrow();
    }

    /** Stages directories that imports must refuse. */
    private void stageTraps() throws IOException {
        Path root = sidecar.stagingRoot();
        Files.createSymbolicLink(root.resolve("link"), node().dataDirectories().get(0));
        Files.createDirectories(root.resolve("bad/shop/users-" + ID));
        Files.createDirectories(root.resolve("bad/shop/other-" + ID));
        Path linked = Files.createDirectories(root.resolve("linked/shop/users-" + ID));
        Files.createSymbolicLink(linked.resolve("nb-1-big-Data.db"), Path.of("/etc/passwd"));
        Path full = Files.createDirectories(root.resolve("full/shop/nope-" + ID));
        Files.writeString(full.resolve("nb-1-big-Data.db"), "data");
    }

    SidecarProcess.Builder another(String name, int port) {
        return SidecarProcess.beside(node())
                .name("control-" + name)
                .set("control.port", port)
                .set("data.port", 0);
    }

    CassandraNode node() {
        return cluster.node();
    }

    CqlClient cql() {
        return cluster.cql();
    }

    SidecarProcess sidecar() {
        return sidecar;
    }

    SidecarProcess source() {
        return source;
    }

    ControlPlaneCalls calls() {
        return calls;
    }

    Path tableDirectory() {
        return node().tableDirectories("shop", "users").get(0);
    }

    long rows() {
        return cql().execute("SELECT count(*) FROM shop.users").get(0).getLong(0);
    }

    /** Copies the foreign snapshot to a directory from which an import may take it. */
    Path stage(String name) throws IOException {
        Path staged = Files.createDirectories(sidecar.stagingRoot()
                .resolve(name)
                .resolve("shop")
                .resolve(tableDirectory().getFileName()));
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(tableDirectory().resolve("snapshots/foreign"), "*-big-*")) {
            for (Path file : files) {
                Files.copy(file, staged.resolve(file.getFileName()));
            }
        }
        return staged;
    }

    /** Replaces the names in <code>${…}</code>. */
    String resolved(String text) {
        return text.replace("${staging}", sidecar.stagingRoot().toString())
                .replace("${data}", node().dataDirectories().get(0).toString())
                .replace("${address}", node().address());
    }

    void awaitReady() {
        Awaitility.await("readiness without a restart")
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> calls.get("/health/readiness").status() == 200);
    }

    Answer awaitEnd(String transfer) {
        return Awaitility.await("the end of " + transfer)
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> calls.get(transfer), answer -> List.of("COMPLETED", "FAILED", "CANCELLED")
                        .contains(answer.<String>at("state")));
    }

    Answer manifest(String tag, String... parameters) {
        String path = "/v1/snapshots/" + tag + "/manifest?" + USERS + String.join("", parameters);
        return Awaitility.await("the manifest of " + tag)
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> calls.get(path), answer -> answer.status() == 200);
    }

    @Override
    public void close() {
        sidecar.close();
        source.close();
        cluster.close();
    }
}
