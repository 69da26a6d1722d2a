/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import io.idaeus.api.TableRef;
import io.idaeus.it.ControlPlaneCalls.Answer;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * Two sidecars of a node: the one under test, and a public one as the source of its transfers. The node holds the table
 * shop.users with two SSTables, which no test changes, the snapshots {@code foreign} and {@code kept} (managed, leased) of
 * it, and a transfer that has ended, with the idempotency key {@code first}.
 */
final class ControlPlaneNode implements AutoCloseable {
    static final String USERS = "keyspace=shop&table=users";

    /** On the node's address: a peer that the sidecar may call, and where nobody listens. */
    static final int SILENT_PORT = 9147;

    private static final String ID = "0123456789abcdef0123456789abcdef";

    private final CassandraNode node;
    private final SidecarProcess source;
    private final SidecarProcess sidecar;
    private final ControlPlaneCalls calls;

    ControlPlaneNode(CassandraNode node) throws IOException {
        this.node = node;
        fill("shop", "users");
        node.nodetool("snapshot", "-t", "foreign", "shop").orThrow();
        int exposed = freeEverywhere();
        source = another("exposed", 9143)
                .set("data.host", "0.0.0.0")
                .set("data.port", exposed)
                .set("data.advertisedHost", node.address())
                .set("insecure", true)
                .build();
        String address = node.address();
        sidecar = SidecarProcess.beside(node)
                .allowPeers(
                        address + ":9143",
                        address + ":" + exposed,
                        address + ":" + SILENT_PORT,
                        address + ":9",
                        address + ":9043")
                .set("peers.allowRing", false)
                .set("control.maxRequestSize", "64KiB")
                .set("cassandra.rows.read", true)
                .build();
        calls = new ControlPlaneCalls(sidecar.restUri());
        try {
            SidecarProcess.startTogether(source, sidecar);
            stageTraps();
            calls.post("/v1/snapshots", "{\"tag\": \"kept\", \"keyspace\": \"shop\"}")
                    .is(201);
            calls.put("/v1/leases/kept-for-a-test", "{\"tag\": \"kept\", \"ttl\": \"2h\"}")
                    .is(200);
            awaitEnd(calls.post("/v1/transfers", transfer(own("moved_first"), ""), "Idempotency-Key", "first")
                    .is(202)
                    .header("Location"));
        } catch (IOException | RuntimeException | AssertionError e) {
            close();
            throw e;
        }
    }

    // Other tests run beside this one, and have addresses of their own: this port is taken on all of them.
    private static int freeEverywhere() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** Makes a table with the rows of shop.users, for a test that changes it. */
    TableRef own(String table) {
        fill("own", table);
        return new TableRef("own", table);
    }

    private void fill(String keyspace, String table) {
        CqlClient cql = node.cql();
        String name = keyspace + "." + table;
        cql.createKeyspace(keyspace, 1);
        cql.execute("CREATE TABLE " + name + " (id int PRIMARY KEY, name text)");
        for (int id = 0; id < 200; id++) {
            if (id == 100) {
                node.flush(keyspace, table);
            }
            cql.execute("INSERT INTO " + name + " (id, name) VALUES (?, ?)", id, "user " + id);
        }
        node.flush(keyspace, table);
    }

    /** The body of a transfer from the other sidecar. */
    String transfer(TableRef table, String more) {
        return "{\"sources\": [{\"uri\": \"%s\"}], \"tables\": [{\"keyspace\": \"%s\", \"table\": \"%s\"}]%s}"
                .formatted(source.restUri(), table.keyspace(), table.table(), more);
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
        return node;
    }

    CqlClient cql() {
        return node.cql();
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

    long rows(TableRef of) {
        return cql().execute("SELECT count(*) FROM " + of.keyspace() + "." + of.table())
                .get(0)
                .getLong(0);
    }

    /** Copies the foreign snapshot to a directory from which an import into a table may take it. */
    Path stage(String name, TableRef table) throws IOException {
        Path staged = Files.createDirectories(
                sidecar.stagingRoot().resolve(name).resolve(table.keyspace()).resolve(table.table() + "-" + ID));
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
    }
}
