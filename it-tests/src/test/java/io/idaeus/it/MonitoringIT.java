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
import io.idaeus.api.Transfer;
import io.idaeus.api.TransferState;
import io.idaeus.it.harness.CassandraCluster;
import io.idaeus.it.harness.CassandraVersion;
import io.idaeus.it.harness.Prometheus;
import io.idaeus.it.harness.Workspace;
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
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** A real Prometheus reads real sidecars: rules, alerts and the dashboard, and the log as JSON. */
@Tag("surface")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MonitoringIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration BOUND = Duration.ofMinutes(2);

    // Without data on a sidecar that is well, has no TLS and coordinates no plan.
    private static final Set<String> EMPTY_WHEN_WELL = Set.of(
            "Transfers that wait, by cause",
            "Plans that wait, by cause",
            "Duration of steps, mean",
            "Days until certificates expire");

    private static NodePair pair;
    private static Prometheus prometheus;
    private static Transfer completed;
    private static Transfer failed;

    @BeforeAll
    static void transferOnceWellAndOnceNot() {
        assumeTrue(Prometheus.isInstalled() || System.getenv("CI") != null, "prometheus is not installed");
        pair = NodePair.start(
                CassandraCluster.builder(CassandraVersion.V5_0).name("watched-source"),
                CassandraCluster.builder(CassandraVersion.V5_0).name("watched-destination"),
                sidecar -> sidecar.set("log.format", "json"));
        prometheus = Prometheus.start(Workspace.own("prometheus"), pair.sourceSidecar(), pair.destinationSidecar());
        for (CassandraCluster cluster : List.of(pair.source(), pair.destination())) {
            cluster.cql().execute("CREATE TABLE shop.orders (id int PRIMARY KEY, v text)");
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
    @Order(1)
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
    @Order(2)
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
    @Order(3)
    void everyQueryOfTheDashboardReturnsWhatItShows() throws IOException {
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
        assertThat(empty).isEmpty();
        assertThat(prometheus.query("idaeus_fetch_duration_seconds_count > 0")).hasSize(1);
        assertThat(prometheus.query("idaeus_manifest_build_duration_seconds_count > 0"))
                .hasSize(1);
        assertThat(prometheus.query("idaeus_import_duration_seconds_count > 0")).hasSize(1);
    }

    @Test
    @Order(4)
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
    @Order(5)
    void aCassandraThatIsGoneIsSeenByItsCause() {
        pair.destination().node().kill9();

        Awaitility.await().atMost(BOUND).untilAsserted(() -> assertThat(
                        prometheus.query("ALERTS{alertname=\"IdaeusNotReady\", alertstate=\"pending\"}"))
                .extracting(alert -> alert.at("/metric/check").asText() + " "
                        + alert.at("/metric/instance").asText())
                .containsExactlyInAnyOrder(
                        "jmx " + pair.destinationSidecar().authority(),
                        "cql " + pair.destinationSidecar().authority()));
    }

    private static JsonNode dashboard() throws IOException {
        Path file = Workspace.docker().resolve("monitoring/grafana/idaeus.json");
        return JSON.readTree(file.toFile());
    }
}
