/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.ui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.idaeus.api.TableRef;
import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.api.snapshot.LeaseRequest;
import io.idaeus.api.snapshot.SnapshotRequest;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.Authority;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import io.idaeus.it.plans.DeadRing;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/**
 * An operator's work on the page, in a real browser, through {@code idaeus ui}, with mTLS and three real nodes. In
 * order: the cluster lives, moves a table, loses a node, and replaces it by a plan.
 */
@Tag("surface")
@TestMethodOrder(OrderAnnotation.class)
@EnabledIf("hasBrowser")
class UiIT {
    private static final PayloadTable ORDERS = new PayloadTable("shop", "orders", 24_000, 2_000);
    private static final PayloadTable CARTS = new PayloadTable("carts", "open", 500, 200);
    private static final Duration BOUND = Duration.ofMinutes(1);

    @TempDir
    private static Path certificates;

    private static CassandraCluster cluster;
    private static List<CassandraNode> nodes;
    private static final List<SidecarProcess> SIDECARS = new ArrayList<>();
    private static SidecarProcess replacement;
    private static Authority.Identity operator;
    private static UiProcess ui;
    private static Browser browser;

    static boolean hasBrowser() {
        boolean found = Files.isExecutable(Browser.CHROMIUM);
        assertThat(found || System.getenv("CI") == null)
                .as("chromium, under CI")
                .isTrue();
        return found;
    }

    @BeforeAll
    static void start() throws Exception {
        cluster = CassandraCluster.builder(CassandraVersion.V5_0)
                .name("ui")
                .racks("rack1", "rack2", "rack3")
                .jvmOptions("-Dcassandra.ring_delay_ms=3000", "-Dcassandra.broadcast_interval_ms=6000")
                .start();
        Authority authority = new Authority(certificates);
        operator = authority.issue("CN=operator", "127.0.0.1");
        Path access =
                authority.accessList(Map.of("peer", List.of("CN=sidecar of *"), "operator", List.of("CN=operator")));
        HttpClient http = HttpClient.newBuilder().sslContext(operator.ssl()).build();
        nodes = List.copyOf(cluster.nodes());
        CassandraNode added = cluster.addNode(cluster.node(2));
        for (CassandraNode node : nodes) {
            SIDECARS.add(sidecar(node, authority, access, http));
        }
        replacement = sidecar(added, authority, access, http);
        SidecarProcess.startTogether(SIDECARS.toArray(SidecarProcess[]::new));
        createKeyspace("shop", 3);
        createKeyspace("carts", 2);
        for (PayloadTable table : List.of(ORDERS, CARTS)) {
            table.create(cluster.cql());
            // On a busy machine a replica may learn of the table later.
            DeadRing.patiently(
                    () -> table.insert(cluster.cql(), LongStream.range(0, table.rows()), ConsistencyLevel.ALL));
        }
        ui = UiProcess.start(operator, SIDECARS.get(0));
        browser = new Browser();
    }

    private static SidecarProcess sidecar(CassandraNode node, Authority authority, Path access, HttpClient http) {
        return SidecarProcess.beside(node)
                .identity(authority.issue("CN=sidecar of " + node.address(), node.address()))
                .http(http)
                .set("access.list", access)
                .allowPeers("127.0.0.0/8")
                .build();
    }

    private static void createKeyspace(String name, int copies) {
        cluster.cql()
                .execute("CREATE KEYSPACE " + name
                        + " WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': " + copies + "}");
    }

    @AfterAll
    static void stop() throws Exception {
        List<AutoCloseable> all = new ArrayList<>();
        all.add(browser);
        all.add(ui);
        all.addAll(SIDECARS);
        all.add(replacement);
        all.add(cluster);
        Exception failure = null;
        for (AutoCloseable each : all) {
            try {
                if (each != null) {
                    each.close();
                }
            } catch (Exception e) {
                e.addSuppressed(failure == null ? new IllegalStateException(String.valueOf(each)) : failure);
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    @AfterEach
    void nothingLoadsFromElsewhere() {
        assertThat(browser.requested())
                .filteredOn(address -> address.startsWith("http"))
                .isNotEmpty()
                .allMatch(address ->
                        address.startsWith("http://127.0.0.1:" + ui.address().getPort() + "/"));
    }

    @Test
    @Order(1)
    void theAddressOpensThePageOnceAndShowsEveryNode() throws Exception {
        browser.open(ui.address());
        for (CassandraNode node : nodes) {
            browser.awaitText(node.address());
        }
        browser.awaitText("Keyspace");
        browser.awaitText("Share of the ring that it holds");
        // The shares of the keyspace carts, which two of three nodes replicate.
        assertThat(browser.number("""
                return [...document.querySelectorAll('.beside td.number')]
                    .reduce((sum, cell) => sum + parseFloat(cell.textContent), 0)""")).as("shares of the ring, in percent").isCloseTo(200, within(0.5));
        assertThat(browser.address()).endsWith("/ui/");
        assertThat(browser.count("svg.ring path")).isGreaterThan(3);
        assertThat(browser.number("return performance.getEntriesByName('ring')[0].startTime"))
                .as("milliseconds to the first picture of the ring")
                .isPositive();
        System.out.printf(
                "The page: first text after %.0f ms, the ring after %.0f ms, %d bytes without uPlot%n",
                browser.number("return performance.getEntriesByName('first-contentful-paint')[0].startTime"),
                browser.number("return performance.getEntriesByName('ring')[0].startTime"),
                browser.weight());
        assertThat(browser.weight()).as("bytes without uPlot").isBetween(10_000L, 150L << 10);
        browser.picture("cluster");
        assertThat(browser.complaints()).isEmpty();

        HttpResponse<String> again = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(ui.address()).build(), BodyHandlers.ofString());
        assertThat(again.statusCode()).isEqualTo(403);
        assertThat(again.body()).contains("has been used");
    }

    @Test
    @Order(2)
    void aNodeThatIsChosenShowsWhoElseHoldsItsRanges() throws Exception {
        browser.follow(cluster.node(2).address());
        browser.awaitText(cluster.node(2).address() + " holds ");
        browser.awaitText("Other live nodes hold all of that");
        browser.picture("cluster-node");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    @Order(3)
    void theKeyboardAloneReachesEveryView() {
        browser.reload();
        browser.awaitText("Keyspace");
        List<String> reached = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            browser.press(Keys.TAB);
            reached.add((String) browser.script("return document.activeElement.textContent"));
        }
        assertThat(reached)
                .containsExactly("To the content", "Cluster", "Transfers", "Plans", "Comparisons", "Housekeeping");
        browser.press(Keys.ENTER);
        browser.awaitText("Orphans in staging");
        assertThat(browser.script("return document.activeElement.id")).isEqualTo("main");
        assertThat(browser.script("return document.getElementById('announcements').textContent"))
                .isEqualTo("Housekeeping");
    }

    @Test
    @Order(4)
    void aTransferIsSeenPausedResumedLimitedAndEnded() throws Exception {
        SidecarClient destination = client(SIDECARS.get(1));
        Transfer transfer = destination.createTransfer(
                TransferRequest.builder(
                                List.of(SourceRef.at(SIDECARS.get(0).restUri().toString())),
                                List.of(new TableRef("shop", "orders")))
                        .maxRate(2L << 20)
                        .build(),
                null);
        browser.follow("Transfers");
        browser.follow(transfer.id().substring(transfer.id().length() - 8));
        browser.awaitText("pulling");
        browser.awaitText("MiB/s");
        Awaitility.await()
                .atMost(BOUND)
                .until(() -> destination.transferSamples(transfer.id()).samples().stream()
                                .filter(sample -> sample.bytesPerSecond() > 0)
                                .count()
                        > 5);
        browser.picture("transfer");

        browser.click("Pause");
        browser.confirm("Pause");
        browser.awaitText("Resume");
        browser.awaitText("Waiting for");
        browser.picture("transfer-paused");

        browser.reload();
        browser.awaitText("Resume");
        assertThat(browser.count(".curve canvas")).isEqualTo(1);
        assertThat(browser.script("return document.querySelector('.curve').plot.data[0].length"))
                .as("samples after a reload")
                .isNotEqualTo(0L);

        assertThat(browser.complaints()).isEmpty();
        SIDECARS.get(1).kill9();
        browser.awaitText("does not answer");
        SIDECARS.get(1).start();
        browser.awaitNoText("does not answer");
        assertThat(browser.complaints()).isNotEmpty().allMatch(each -> each.contains("502"));
        browser.click("Resume");
        browser.confirm("Resume");
        browser.click("Limit");
        browser.type("fast");
        browser.confirm("Set limit");
        assertThat(browser.dialog()).contains("whole number of KiB/s, MiB/s or GiB/s (found: fast)");
        browser.type("512 MiB/s");
        browser.confirm("Set limit");
        Awaitility.await()
                .atMost(BOUND)
                .until(() -> destination.transfer(transfer.id()).state() == TransferState.COMPLETED);
        browser.awaitText("completed");
        assertThat(browser.complaints()).isEmpty();
        browser.picture("transfer-ended");
        browser.follow("All transfers");
        browser.awaitText("shop.orders");
        browser.picture("transfers");
    }

    @Test
    @Order(5)
    void housekeepingShowsSnapshots() throws Exception {
        browser.follow("Housekeeping");
        client(SIDECARS.get(0)).createSnapshot(new SnapshotRequest("before-upgrade", "shop", null, "6h", false));
        client(SIDECARS.get(0)).lease("nightly-backup", new LeaseRequest("before-upgrade", "6h", true));
        browser.awaitText("before-upgrade");
        browser.awaitText("CN=operator, expires in");
        browser.awaitText("CN=sidecar of " + nodes.get(0).address());
        browser.awaitText("resumeTransfer");
        browser.awaitText("CN=operator");
        browser.picture("housekeeping");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    @Order(6)
    void aPlanIsReadAndApprovedByItsDigest() throws Exception {
        CassandraNode dead = cluster.node(2);
        dead.kill9();
        SIDECARS.get(2).kill9();
        replacement.startUnready();
        SidecarClient coordinator = client(SIDECARS.get(0));
        Plan plan = plan(coordinator);
        browser.follow("Cluster");
        browser.awaitText("down");
        browser.awaitText("does");
        browser.picture("cluster-dead");
        browser.follow("Plans");
        browser.follow(plan.id().substring(plan.id().length() - 8));
        browser.awaitText("waits for approval");
        browser.picture("plan");
        var unused = browser.complaints();
        browser.click("Approve…");
        browser.type("00000000");
        browser.confirm("Approve");
        assertThat(browser.dialog()).contains("not how the digest begins");
        browser.type(beginning(plan));
        browser.confirm("Approve");
        Awaitility.await()
                .atMost(BOUND)
                .until(() -> coordinator.plans().get(plan.id()).state() != PlanState.DRAFT);
        browser.awaitText("running");
        browser.awaitText("waits: ");
        // The page says once what to do: the remedy of this step is its instructions.
        assertThat(browser.count(".waiting ol.remedy > li")).isGreaterThan(1);
        assertThat(browser.count(".waiting p.remedy")).isZero();
        browser.picture("plan-waiting");
        browser.click("Cancel plan");
        browser.confirm("Cancel plan");
        browser.awaitText("cancelled");
        browser.follow("All plans");
        browser.picture("plans");
    }

    @Test
    @Order(7)
    void aPlanWhoseRingChangedUnderItIsNotApproved() throws Exception {
        SidecarClient coordinator = client(SIDECARS.get(0));
        Plan plan = plan(coordinator);
        browser.follow("Plans");
        browser.follow(plan.id().substring(plan.id().length() - 8));
        browser.awaitText("waits for approval");
        nodes.get(0).nodetool("assassinate", nodes.get(2).address()).orThrow();
        browser.click("Approve…");
        browser.type(beginning(plan));
        browser.confirm("Approve");
        browser.awaitText("Make a new plan");
        assertThat(browser.dialog()).contains("The plan is not the one that was approved", "ring");
        browser.press(Keys.ESCAPE);
        assertThat(coordinator.plans().get(plan.id()).state()).isEqualTo(PlanState.DRAFT);
    }

    @Test
    @Order(8)
    void aSidecarWithoutTlsServesThePageForItself() throws Exception {
        try (SidecarProcess plain = SidecarProcess.beside(nodes.get(1))
                .name("plain")
                .set("control.port", 9143)
                .set("data.port", 9144)
                .start()) {
            browser.forget();
            browser.open(plain.restUri().resolve("/ui/"));
            browser.awaitText(nodes.get(1).address());
            browser.awaitText("of the ring");
            browser.follow("Housekeeping");
            browser.awaitText("no TLS is configured");
            assertThat(browser.requested()).isNotEmpty().allMatch(address -> address.startsWith(plain.restUri() + "/"));
            assertThat(browser.complaints()).isEmpty();
        } finally {
            browser.forget();
            browser.open(ui.address());
        }
    }

    private static String beginning(Plan plan) {
        return plan.digest().replaceFirst("^v\\d+:", "").substring(0, 8);
    }

    private static Plan plan(SidecarClient coordinator) {
        return Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofSeconds(2))
                .ignoreExceptions()
                .until(
                        () -> coordinator.plans().create(request()),
                        made -> !made.refused() && made.state() == PlanState.DRAFT);
    }

    private static PlanRequest request() {
        return PlanRequest.builder(PlanKind.REPLACE)
                .dead(nodes.get(2).address())
                .destinations(List.of(replacement.restUri().toString()))
                .way(PlanWay.SURVEY)
                .writes(Map.of("*", "QUORUM"))
                .build();
    }

    private static SidecarClient client(SidecarProcess sidecar) {
        return SidecarClient.builder(sidecar.restUri()).tls(operator.ssl()).build();
    }
}
