/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.process.CommandResult;
import io.idaeus.it.harness.process.IdaeusCli;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.Pair;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The output of the command when an operator of two real nodes makes a mistake, or has to wait. */
@Tag("surface")
class OperatorMistakesIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.two(Profile.PLAIN);

    private static Pair pair;

    @BeforeAll
    static void start() {
        pair = Pair.between(nodes.first(), nodes.second())
                .destinationSidecar(sidecar -> sidecar.set("transfers.pieceSize", "16MiB"))
                .start();
    }

    @AfterAll
    static void stop() {
        pair.close();
    }

    @Test
    void aPlanBeforeAFlushSaysThatStartFlushes() {
        createBoth("unflushed");
        pair.source().cql().execute("INSERT INTO shop.unflushed (id) VALUES (1)");

        CommandResult plan = transfer("plan", "shop.unflushed");
        CommandResult started = transfer("start", "shop.unflushed", "--watch");

        assertThat(plan.orThrow().stdout()).contains("Nothing to move. A plan does not flush; start does");
        started.orThrow();
        assertThat(pair.destination().cql().execute("SELECT id FROM shop.unflushed"))
                .hasSize(1);
    }

    @Test
    void aMissingTableIsMissingAtANodeThatIsNamed() {
        pair.source().cql().execute("CREATE TABLE shop.only_source (id bigint PRIMARY KEY)");
        long traces = stackTraces(pair.destinationSidecar());

        CommandResult plan = transfer("plan", "shop.only_source");
        CommandResult misspelt = transfer("plan", "shop.onyl_source");

        assertThat(plan.exitCode()).as(plan.describe()).isNotZero();
        assertThat(plan.stderr()).contains("The destination, the node beside this sidecar", "shop.only_source");
        assertThat(misspelt.exitCode()).as(misspelt.describe()).isNotZero();
        assertThat(misspelt.stderr()).contains("shop.onyl_source");
        assertThat(stackTraces(pair.destinationSidecar())).isEqualTo(traces);
    }

    @Test
    void aRefusedTransferPrintsItsFindingOnce() {
        pair.source().cql().execute("CREATE TABLE shop.differs (id bigint PRIMARY KEY, v text)");
        pair.destination().cql().execute("CREATE TABLE shop.differs (id bigint PRIMARY KEY, v int)");
        pair.source().cql().execute("INSERT INTO shop.differs (id, v) VALUES (1, 'one')");

        CommandResult refused = transfer("start", "shop.differs", "--watch");

        assertThat(refused.exitCode()).as(refused.describe()).isEqualTo(1);
        assertThat(Pattern.compile("SCHEMA_MISMATCH")
                        .matcher(refused.stdout() + refused.stderr())
                        .results())
                .as(refused.describe())
                .hasSize(1);
    }

    @Test
    void anAddressWithoutASchemeIsToldWhatItNeeds() {
        CommandResult result = IdaeusCli.run("--url", pair.destinationSidecar().authority(), "transfer", "list");

        assertThat(result.exitCode()).as(result.describe()).isEqualTo(2);
        assertThat(result.stderr())
                .contains("is not the address of a sidecar (expected: http://host:port or https://host:port");
    }

    @Test
    void aSidecarWithItsStagingBelowADataDirectoryDoesNotStart() {
        Path data = pair.destination().dataDirectories().get(0);
        try (SidecarProcess inside = SidecarProcess.beside(pair.destination())
                .name("inside")
                .set("control.port", 9343)
                .set("data.port", 9344)
                .set("staging.roots", List.of(data.resolve("staging").toString()))
                .build()) {
            assertThatThrownBy(inside::startUnready)
                    .hasMessageContaining("the process ended")
                    .hasMessageContaining("staging.roots: found \"" + data.resolve("staging"))
                    .hasMessageContaining("expected directories outside of Cassandra's data directories");
            assertThat(data.resolve("staging")).doesNotExist();
        }
    }

    @Test
    void theWatchSaysThatTheSourcesCassandraIsAway() {
        createBoth("away");
        pair.source().cql().execute("INSERT INTO shop.away (id) VALUES (1)");
        pair.source().flush("shop", "away");
        pair.source().stop();
        String id = id(transfer("start", "shop.away", "-o", "json").orThrow().stdout());
        CompletableFuture<CommandResult> watch =
                CompletableFuture.supplyAsync(() -> run("transfer", "watch", id), task -> new Thread(task).start());
        await("a transfer that waits")
                .atMost(PATIENCE)
                .until(() -> pair.destinationClient().transfer(id).waiting() != null);
        pair.source().restart();

        CommandResult watched = watch.orTimeout(2, TimeUnit.MINUTES).join();

        assertThat(watched.orThrow().stderr())
                .contains("Cassandra", pair.source().address())
                .doesNotContain("mend the network");
        assertThat(pair.destination().cql().execute("SELECT id FROM shop.away")).hasSize(1);
    }

    @Test
    void theSameTransferIsFoundWhileItRuns() {
        PayloadTable large = new PayloadTable("shop", "twice", 5_000, 16_384);
        large.create(pair.destination().cql());
        large.load(pair.source(), 128);
        String first = transfer("start", "shop.twice", "--max-rate", "1MiB/s", "-o", "json")
                .orThrow()
                .stdout();

        CommandResult again = transfer("start", "shop.twice", "--max-rate", "1MiB/s");
        CommandResult another = transfer("start", "shop.twice", "--max-rate", "1MiB/s", "--new", "-o", "json");

        assertThat(again.orThrow().stdout() + again.stderr()).contains("This transfer runs already", "--new");
        assertThat(id(another.orThrow().stdout())).isNotEqualTo(id(first));
        assertThat(again.stdout() + again.stderr()).contains(id(first));
        for (String id : List.of(id(first), id(another.stdout()))) {
            pair.destinationClient().cancelTransfer(id);
            pair.await(id);
        }
    }

    private static String id(String json) {
        Matcher matcher = Pattern.compile("\"id\"\\s*:\\s*\"([0-9a-f-]{36})\"").matcher(json);
        assertThat(matcher.find()).as(json).isTrue();
        return matcher.group(1);
    }

    private static void createBoth(String table) {
        for (CassandraNode node : List.of(pair.source(), pair.destination())) {
            node.cql().execute("CREATE TABLE shop." + table + " (id bigint PRIMARY KEY)");
        }
    }

    private static String source() {
        return pair.sourceSidecar().restUri().toString();
    }

    private static CommandResult transfer(String verb, String table, String... more) {
        List<String> words = new ArrayList<>(List.of("transfer", verb, "--source", source(), "--table", table));
        words.addAll(List.of(more));
        return run(words.toArray(String[]::new));
    }

    /** At the destination. */
    private static CommandResult run(String... words) {
        List<String> all = new ArrayList<>(
                List.of("--url", pair.destinationSidecar().restUri().toString()));
        all.addAll(List.of(words));
        return IdaeusCli.run(all.toArray(String[]::new));
    }

    private static long stackTraces(SidecarProcess sidecar) {
        return sidecar.logTail()
                .lines()
                .filter(line -> line.startsWith("\tat "))
                .count();
    }
}
