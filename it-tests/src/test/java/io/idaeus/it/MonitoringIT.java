/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.idaeus.api.TableRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.process.Prometheus;
import io.idaeus.it.harness.process.Workspace;
import io.idaeus.it.harness.sidecar.Pair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A real Prometheus reads real sidecars: rules, alerts and the dashboard, and the log as JSON. */
@Tag("surface")
class MonitoringIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration BOUND = Duration.ofMinutes(2);
    private static final String NOT_READY = "ALERTS{alertname=\"IdaeusNotReady\", alertstate=\"pending\"}";

    // Without data on a sidecar that is well, has no TLS and coordinates no plan.
    private static final Set<String> EMPTY_WHEN_WELL = Set.of(
            "Transfers that wait, by cause",
            "Plans that wait, by cause",
            "Duration of steps, mean",
            "Days until certificates expire");

    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.two(Profile.PLAIN);

    private static Pair pair;
    private static Prometheus prometheus;
    private static Transfer completed;
    private static Transfer failed;

    @BeforeAll
    static void transferOnceWellAndOnceNot() {
        assumeTrue(Prometheus.isInstalled() || System.getenv("CI") != null, "prometheus is not installed");
        pair = Pair.between(nodes.first(), nodes.second())
                .destinationSidecar(sidecar -> sidecar.set("log.format", "json"))
                .start();
        prometheus = Prometheus.start(Workspace.own("prometheus"), pair.sourceSidecar(), pair.destinationSidecar());
        for (CassandraNode node : List.of(pair.source(), pair.destination())) {
            node.cql().execute("CREATE TABLE shop.orders (id int PRIMARY KEY, v text)");
        }
        pair.source().cql().execute("CREATE TABLE shop.only_here (id int PRIMARY KEY)");
        for (int i = 0; i < 50; i++) {
            pair.source().cql().execute("INSERT INTO shop.orders (id, v) VALUES (" + i + ", 'v')");
        }
        completed = pair.transfer(pair.request(new TableRef("shop", "orders")));
        failed = pair.transfer(pair.request(new TableRef("shop", "only_here")));
    }

    @AfterAll
    static void stop() {
        if (prometheus != null) {
            prometheus.close();
        }
        if (pair != null) {
            pair.close();
        }
    }

    @Test
    void bothSidecarsAreUpAndEveryRuleIsHealthy() {
        assertThat(completed.state()).as("%s", completed).isEqualTo(TransferState.COMPLETED);
        Awaitility.await().atMost(BOUND).untilAsserted(() -> {
            assertThat(prometheus.targets()).hasSize(2).allMatch(target -> target.endsWith("/metrics: up "));
            assertThat(prometheus.rules()).hasSizeGreaterThan(15).allMatch(rule -> rule.endsWith(": ok"));
            // A rate needs two samples of each sidecar.
            assertThat(prometheus.query("instance:idaeus_fetch_bytes:rate1m")).hasSize(2);
        });
    }

    @Test
    void aFailedTransferFiresItsAlertAtItsNodeAlone() {
        assertThat(failed.state()).as("%s", failed).isEqualTo(TransferState.FAILED);
        Awaitility.await().atMost(BOUND).untilAsserted(() -> assertThat(
                        prometheus.query("ALERTS{alertstate=\"firing\"}"))
                .extracting(alert -> alert.at("/metric/alertname").asText() + " "
                        + alert.at("/metric/instance").asText())
                .containsExactly(
                        "IdaeusTransferFailed " + pair.destinationSidecar().authority()));
    }

    @Test
    void everyQueryOfTheDashboardReturnsWhatItShows() {
        // A rate needs two samples.
        Awaitility.await().atMost(BOUND).untilAsserted(() -> {
            assertThat(emptyPanels()).isEmpty();
            assertThat(prometheus.query("idaeus_fetch_duration_seconds_count > 0"))
                    .hasSize(1);
            assertThat(prometheus.query("idaeus_manifest_build_duration_seconds_count > 0"))
                    .hasSize(1);
            assertThat(prometheus.query("idaeus_import_duration_seconds_count > 0"))
                    .hasSize(1);
        });
    }

    private static List<String> emptyPanels() throws IOException {
        List<String> empty = new ArrayList<>();
        for (JsonNode panel : dashboard().path("panels")) {
            String title = panel.path("title").asText();
            for (JsonNode target : panel.path("targets")) {
                String expression = target.path("expr").asText().replace("$instance", ".*");
                if (prometheus.query(expression).isEmpty() && !EMPTY_WHEN_WELL.contains(title)) {
                    empty.add(title + ": " + expression);
                }
            }
        }
        return empty;
    }

    @Test
    void theLogIsOneObjectALineWithTheIdOfTheTransfer() throws IOException {
        List<JsonNode> events = new ArrayList<>();
        for (String line : Files.readAllLines(pair.destinationSidecar().log())) {
            // Warnings of the JVM itself come before the sidecar.
            if (!line.startsWith("OpenJDK ") && !line.startsWith("[")) {
                events.add(JSON.readTree(line));
            }
        }
        assertThat(events).isNotEmpty().allMatch(event -> event.path("level").isTextual());
        for (Transfer transfer : List.of(completed, failed)) {
            assertThat(events)
                    .filteredOn(event -> event.at("/mdc/transfer").asText().equals(transfer.id()))
                    .extracting(event -> event.path("formattedMessage").asText())
                    .anyMatch(message -> message.contains(transfer.state().name()));
        }
    }

    @Test
    void aCassandraThatIsGoneIsSeenByItsCause() {
        pair.destination().kill9();
        try {
            Awaitility.await().atMost(BOUND).untilAsserted(() -> assertThat(prometheus.query(NOT_READY))
                    .extracting(alert -> alert.at("/metric/check").asText() + " "
                            + alert.at("/metric/instance").asText())
                    .containsExactlyInAnyOrder(
                            "jmx " + pair.destinationSidecar().authority(),
                            "cql " + pair.destinationSidecar().authority()));
        } finally {
            pair.destination().start();
        }
        Awaitility.await().atMost(BOUND).until(() -> prometheus.query(NOT_READY).isEmpty());
    }

    private static JsonNode dashboard() throws IOException {
        Path file = Workspace.docker().resolve("monitoring/grafana/idaeus.json");
        return JSON.readTree(file.toFile());
    }
}
