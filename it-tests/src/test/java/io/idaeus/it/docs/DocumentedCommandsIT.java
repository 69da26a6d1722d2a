/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanState;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.NodeSstables;
import io.idaeus.it.harness.process.Command;
import io.idaeus.it.harness.process.Workspace;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/**
 * Pastes every {@code sh} block of a page, in order, into the shells that it names, beside two real nodes. A comment
 * before a block says where: {@code <!-- on: each host -->}, and else on the reader's own machine. {@code <!-- not run:
 * reason -->} is the only way out.
 */
@Tag("surface")
@Timeout(600)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DocumentedCommandsIT {
    private static final Set<String> NOT_COMMANDS = Set.of("yaml", "text", "mermaid", "java", "xml", "json");
    private static final PayloadTable TABLE = new PayloadTable("shop", "users", 2_000, 200);

    private static Path directory;
    private static CassandraCluster ring;

    @BeforeAll
    static void start() {
        boolean root = Command.of("unshare", "--mount", "true").run().exitCode() == 0;
        if (!root && Boolean.parseBoolean(System.getenv("CI"))) {
            throw new IllegalStateException("this test needs root, for mount namespaces");
        }
        assumeTrue(root, "needs root, for mount namespaces");
        directory = Workspace.own("documented");
        ring = CassandraCluster.builder(CassandraVersion.V5_0)
                .name("documented")
                .datacenters("dc1", "dc2")
                .start();
        ring.cql().execute(keyspace("CREATE", "'dc1': 1"));
        TABLE.create(ring.cql());
        TABLE.insert(ring.node(0).cql());
        ring.node(0).flush("shop", "users");
        // Now the second node owns the rows too, and has none.
        ring.cql().execute(keyspace("ALTER", "'dc1': 1, 'dc2': 1"));
    }

    @AfterAll
    static void stop() {
        if (ring != null) {
            ring.close();
        }
    }

    @Test
    @Order(1)
    void gettingStarted() {
        CassandraNode destination = ring.node(1);
        Path table = destination.tableDirectories("shop", "users").get(0);
        assertThat(NodeSstables.in(table)).as("before the page").isEmpty();

        run(Workspace.docs().resolve("getting-started.md"), 7, Map.of());

        ring.node(0).stop();
        try {
            assertThat(destination.cql().stream("SELECT id FROM " + TABLE.name())
                            .count())
                    .as("rows of the destination, alone")
                    .isEqualTo(TABLE.rows());
        } finally {
            ring.node(0).start();
        }
    }

    @Test
    void installing() {
        run(Workspace.docs().resolve("install.md"), 3, Map.of());
    }

    /** The commands of the other pages of plans need nodes that die or are new: PlanReplaceIT and PlanExpandIT. */
    @Test
    void rebuilding() {
        try (SidecarProcess source = SidecarProcess.beside(ring.node(0)).build();
                SidecarProcess destination = SidecarProcess.beside(ring.node(1)).build()) {
            SidecarProcess.startTogether(source, destination);
            run(
                    Workspace.docs().resolve("rebuild.md"),
                    2,
                    Map.of("IDAEUS_URL", source.restUri().toString()));
            assertThat(SidecarClient.of(source.restUri()).plans().list().plans())
                    .extracting(Plan::state)
                    .containsExactly(PlanState.COMPLETED);
        }
    }

    @Test
    void readme() {
        run(Workspace.module().resolveSibling("README.md"), 0, Map.of());
    }

    /** @param least so many blocks must run: marks that creep in are noticed */
    private static void run(Path file, int least, Map<String, String> environment) {
        MarkdownPage page = MarkdownPage.read(file);
        List<MarkdownPage.Block> commands = commands(page);
        int ran = 0;
        String name = file.getFileName().toString();
        try (Machines machines = new Machines(
                directory.resolve(name), environment, Machines.Host.of(ring.node(0)), Machines.Host.of(ring.node(1)))) {
            for (MarkdownPage.Block block : commands) {
                if (block.notRun().isEmpty()) {
                    for (Machine machine : machines.named(block.on())) {
                        try {
                            machine.run(block.text());
                        } catch (AssertionError e) {
                            throw new AssertionError(name + ":" + block.line() + ": " + e.getMessage(), e);
                        }
                    }
                    ran++;
                }
            }
        }
        assertThat(ran).as("blocks of %s that ran", name).isGreaterThanOrEqualTo(least);
    }

    private static List<MarkdownPage.Block> commands(MarkdownPage page) {
        assertThat(page.blocks())
                .as("%s: blocks are sh, or in a language that is no command", page.file())
                .allSatisfy(block -> assertThat(Stream.concat(Stream.of("sh"), NOT_COMMANDS.stream()))
                        .as("line %d", block.line())
                        .contains(block.language()));
        return page.blocks().stream()
                .filter(block -> block.language().equals("sh"))
                .toList();
    }

    private static String keyspace(String verb, String replicas) {
        return verb + " KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', " + replicas + "}";
    }
}
