/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.idaeus.api.TableRef;
import io.idaeus.api.node.Health;
import io.idaeus.api.rows.RowColumn;
import io.idaeus.api.rows.RowDigestPage;
import io.idaeus.api.rows.RowDigestRequest;
import io.idaeus.api.rows.RowLevel;
import io.idaeus.api.snapshot.SnapshotRequest;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.client.RowsClient;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.RoleScript;
import io.idaeus.it.harness.rows.ComparableRows;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.Authority;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.SnapshotOptions;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings.Endpoint;
import io.idaeus.sidecar.cassandra.connection.Jmx;
import io.idaeus.sidecar.cassandra.importing.ImportOutcome;
import io.idaeus.sidecar.cassandra.importing.NodetoolImportOptions;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.config.CassandraTls;
import io.idaeus.sidecar.config.Credentials;
import io.idaeus.sidecar.security.ClientTls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node that takes CQL and JMX over TLS alone, with client certificates and passwords, authorizes both by the grants of
 * docs/examples/cassandra-role.cql, and has every guardrail that a statement of the sidecar could meet.
 */
@Tag("versions")
class SecuredCassandraIT {
    private static final PayloadTable ROWS = new PayloadTable("shop", "users", 500, 200);
    private static final Duration ANSWER = Duration.ofSeconds(20);
    private static final TableName TABLE = new TableName("shop", "users");

    /** Those for statements such as the sidecar's. They hold for all but superusers. */
    private static final Map<String, Object> GUARDRAILS = Map.ofEntries(
            Map.entry("page_size_fail_threshold", 100),
            Map.entry("partition_keys_in_select_fail_threshold", 1),
            Map.entry("in_select_cartesian_product_fail_threshold", 1),
            Map.entry("items_per_collection_fail_threshold", 10),
            Map.entry("collection_size_fail_threshold", "1KiB"),
            Map.entry("read_consistency_levels_disallowed", List.of("TWO", "THREE", "ALL", "LOCAL_ONE")),
            Map.entry(
                    "write_consistency_levels_disallowed",
                    List.of("ANY", "ONE", "LOCAL_ONE", "TWO", "THREE", "ALL", "SERIAL")),
            Map.entry("allow_filtering_enabled", false),
            Map.entry("group_by_enabled", false),
            Map.entry("user_timestamps_enabled", false),
            Map.entry("read_before_write_list_operations_enabled", false));

    @TempDir
    private static Path directory;

    private static Authority authority;
    private static CassandraCluster cluster;
    private static Authority.Identity identity;
    private static Authority.Identity stranger;
    private static int snapshots;

    private final CassandraVersion version = CassandraVersion.selected();

    @BeforeAll
    static void start() throws Exception {
        authority = new Authority(directory);
        identity = authority.issue("CN=idaeus", "127.0.0.1");
        stranger = new Authority(directory).issue("CN=stranger", "127.0.0.1");
        CassandraCluster.Builder settings = CassandraCluster.builder(CassandraVersion.selected())
                .name("secured")
                .secured(authority::node);
        cluster = guarded(settings).start();
        cluster.cql().createKeyspace("shop", 1);
        ROWS.create(cluster.cql());
        ROWS.insert(cluster.cql());
    }

    private static CassandraCluster.Builder guarded(CassandraCluster.Builder settings) {
        if (CassandraVersion.selected() != CassandraVersion.V4_0) {
            GUARDRAILS.forEach(settings::yaml);
        }
        return settings;
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void aSidecarIsReadyListsAndTakesSnapshots() {
        try (SidecarProcess sidecar = secured(SidecarProcess.beside(node())).start()) {
            SidecarClient client = SidecarClient.of(sidecar.restUri());
            assertThat(client.node().cassandraVersion()).startsWith(version.line());
            assertThat(client.keyspaces().keyspaces())
                    .anyMatch(keyspace -> keyspace.name().equals("shop"));
            client.createSnapshot(
                    new SnapshotRequest("listed", null, List.of(new TableRef("shop", "users")), null, null));
            assertThat(client.manifestPages("listed", "shop", "users", List.of(), Duration.ofMinutes(1))
                            .mapToInt(page -> page.sstables().size())
                            .sum())
                    .isPositive();
        }
    }

    @Test
    void everyGrantIsNeededAndNoOtherIs() throws Exception {
        try (CassandraDoor door = new CassandraDoor(settings(null));
                CassandraDoor nodetool = new CassandraDoor(settings(node().nodetoolScript()));
                Jmx jmx = new Jmx(settings(null))) {
            Map<String, Use> uses = uses(door, nodetool);
            // As the door does where a node is down.
            ObjectName gossiper = new ObjectName("org.apache.cassandra.net:type=Gossiper");
            uses.put("downtime", () -> {
                Object millis = jmx.read(
                        "for how long a node is down",
                        server -> server.invoke(
                                gossiper, "getEndpointDowntime", new Object[] {node().address()}, new String[] {
                                    String.class.getName()
                                }));
                assertThat(millis).isEqualTo(0L);
            });
            if (version != CassandraVersion.V4_0) {
                // As the door does while CQL is closed.
                ObjectName log = new ObjectName("org.apache.cassandra.db:type=AuditLogManager");
                uses.put("start without CQL", () -> {
                    boolean known = jmx.read("the audit log", server -> server.isRegistered(log));
                    assertThat(known).isTrue();
                });
            }
            assertThat(refused(uses).toList()).isEmpty();
            // It has all that the others have.
            if (version == CassandraVersion.V6_0) {
                assertThat(unneeded(uses)).isEmpty();
            }
        }
    }

    private List<String> unneeded(Map<String, Use> uses) {
        List<String> unneeded = new ArrayList<>();
        for (String grant : grants()) {
            cluster.cql().execute(takenAway(grant));
            if (refused(uses).findFirst().isEmpty()) {
                unneeded.add(grant);
            }
            cluster.cql().execute(grant);
        }
        return unneeded;
    }

    private List<String> grants() {
        return RoleScript.statements(version).stream()
                .filter(statement -> !statement.startsWith("CREATE"))
                .toList();
    }

    private static String takenAway(String grant) {
        return grant.replaceFirst("^GRANT", "REVOKE")
                .replaceFirst(" TO ", " FROM ")
                .replace("permissions + {", "permissions - {");
    }

    /** One thing that sidecars do with Cassandra. */
    private interface Use {
        void run() throws Exception;
    }

    private static Map<String, Use> uses(CassandraDoor door, CassandraDoor nodetool) {
        Map<String, Use> uses = new LinkedHashMap<>();
        uses.put("version", () -> door.schemas().releaseVersion());
        uses.put("schema", () -> door.schemas().table(TABLE));
        uses.put("settings", () -> assertThat(door.options().numTokens()).isPresent());
        uses.put("paxos", () -> requireQuery(door));
        uses.put("identity", () -> door.node().identity());
        uses.put("process", () -> door.process().read());
        uses.put("tables", () -> assertThat(door.tables().of("shop")).isNotEmpty());
        uses.put("pending compactions", () -> door.node().pendingCompactions(TABLE));
        uses.put("load", () -> door.load().read());
        uses.put("ring", () -> assertThat(door.ring().ranges("shop")).allMatch(range -> range.local()));
        uses.put("datacenter", () -> assertThat(door.ring().members())
                .allMatch(member -> !member.datacenter().isEmpty()));
        uses.put("cluster", () -> door.cluster().cluster());
        uses.put("tokens", () -> assertThat(door.ring().tokens()).isNotEmpty());
        uses.put("pending ranges", () -> door.cluster().pendingRanges("shop"));
        uses.put("start", () -> door.ringChanges().isStartComplete());
        uses.put("process start", () -> door.runningImports().processStart());
        uses.put("running imports", () -> door.runningImports().threads());
        uses.put("live SSTables", () -> door.live().holding(TABLE, "00"));
        uses.put("compactions", () -> door.compactions().begin(TABLE));
        uses.put("clean up", () -> door.ringChanges().cleanUp("shop", List.of("users")));
        uses.put("relocate", () -> door.ringChanges().relocate("shop", List.of("users")));
        uses.put("declare", () -> door.availableRanges()
                .declare("shop", door.ring().localRanges("shop")));
        uses.put("snapshots", () -> {
            String tag = "use-" + snapshots++;
            door.snapshots().takeTables(tag, List.of(TABLE), SnapshotOptions.DEFAULTS);
            assertThat(door.snapshots().list()).anyMatch(each -> each.tag().equals(tag));
            door.snapshots().clear(tag, List.of("shop"));
        });
        uses.put("import", () -> imported(door));
        uses.put("nodetool", () -> imported(nodetool));
        return uses;
    }

    // The door itself takes no answer for an empty one.
    private static void requireQuery(CassandraDoor door) {
        Object unused = door.lightweightTransactions().tableIds();
        try (var cql = node().cql(RoleScript.ROLE, RoleScript.PASSWORD)) {
            cql.session()
                    .execute(SimpleStatement.newInstance("SELECT cf_id FROM system.paxos LIMIT 1")
                            .setConsistencyLevel(ConsistencyLevel.ONE));
        }
    }

    private static void imported(CassandraDoor door) throws IOException {
        Path empty = directory.resolve("staging/shop/users-" + "0123456789abcdef".repeat(2));
        Files.createDirectories(empty);
        ImportOutcome outcome =
                door.importerFor(List.of(empty)).importInto(TABLE, List.of(empty), NodetoolImportOptions.DEFAULTS);
        assertThat(outcome.status()).as(outcome.output()).isEqualTo(ImportOutcome.Status.DONE);
    }

    private static Stream<String> refused(Map<String, Use> uses) {
        return uses.entrySet().stream().flatMap(use -> {
            try {
                use.getValue().run();
                return Stream.empty();
            } catch (Exception | AssertionError e) {
                return Stream.of(use.getKey() + ": " + e);
            }
        });
    }

    @Test
    void whatIsWrongIsNamedInReadiness() throws Exception {
        // The oldest and the newest TLS of Cassandra.
        assumeTrue(version == CassandraVersion.V4_0 || version == CassandraVersion.V6_0, "not on Cassandra " + version);
        Health wrongTrust = health(sidecar -> sidecar.set("cassandra.cql.tls.trust", stranger.trust())
                .set("cassandra.jmx.tls.trust", stranger.trust()));
        assertThat(detail(wrongTrust, "cql")).contains("from none of the issuers in " + stranger.trust());
        assertThat(detail(wrongTrust, "jmx")).contains("from none of the issuers in " + stranger.trust());

        Health noCertificate = health(sidecar -> {
            for (String service : List.of("cql", "jmx")) {
                sidecar.unset("cassandra." + service + ".tls.certificate").unset("cassandra." + service + ".tls.key");
            }
            return sidecar;
        });
        assertThat(detail(noCertificate, "cql")).contains("set cassandra.cql.tls.certificate and .key");
        assertThat(detail(noCertificate, "jmx")).contains("set cassandra.jmx.tls.certificate and .key");

        Health strange = health(sidecar -> with(with(sidecar, "cql", stranger), "jmx", stranger)
                .set("cassandra.cql.tls.trust", identity.trust())
                .set("cassandra.jmx.tls.trust", identity.trust()));
        assertThat(detail(strange, "cql")).contains("may not trust the issuer of " + stranger.certificate());
        assertThat(detail(strange, "jmx")).contains("may not trust the issuer of " + stranger.certificate());

        Health wrongPassword = health(
                sidecar -> sidecar.set("cassandra.cql.password", "wrong").set("cassandra.jmx.password", "wrong"));
        assertThat(detail(wrongPassword, "cql")).contains("incorrect");
        assertThat(detail(wrongPassword, "jmx")).contains("incorrect");

        Health plain = health(sidecar -> {
            for (String key : List.of("trust", "certificate", "key")) {
                sidecar.unset("cassandra.cql.tls." + key).unset("cassandra.jmx.tls." + key);
            }
            return sidecar;
        });
        assertThat(detail(plain, "cql")).contains("TLS alone; then set cassandra.cql.tls.trust");
        assertThat(detail(plain, "jmx")).contains("TLS alone; then set cassandra.jmx.tls.trust");

        try (Forwarder cql = Forwarder.at("127.0.0.9", node().address(), CassandraNode.NATIVE_PORT);
                Forwarder jmx = Forwarder.at("127.0.0.9", "127.0.0.1", node().jmxPort())) {
            Health wrongHost = health(sidecar -> sidecar.set("cassandra.cql.host", "127.0.0.9")
                    .set("cassandra.cql.port", cql.port())
                    .set("cassandra.jmx.host", "127.0.0.9")
                    .set("cassandra.jmx.port", jmx.port()));
            assertThat(detail(wrongHost, "cql")).contains("for another host than 127.0.0.9");
            assertThat(detail(wrongHost, "jmx")).contains("for another host than 127.0.0.9");
        }
    }

    private static Health health(UnaryOperator<SidecarProcess.Builder> wrong) {
        try (SidecarProcess sidecar =
                wrong.apply(secured(SidecarProcess.beside(node()))).build()) {
            sidecar.startUnready();
            SidecarClient client = SidecarClient.of(sidecar.restUri());
            return Awaitility.await("the reason")
                    .atMost(Duration.ofMinutes(1))
                    .until(client::readiness, SecuredCassandraIT::isAnswered);
        }
    }

    // A busy machine may take longer than the sidecar waits.
    private static boolean isAnswered(Health health) {
        return health.checks().stream().noneMatch(check -> check.detail().contains("no answer within"));
    }

    private static String detail(Health health, String check) {
        return health.checks().stream()
                .filter(each -> each.name().equals(check) && !each.up())
                .map(Health.Check::detail)
                .findFirst()
                .orElse("no failure");
    }

    @Test
    void aTransferBetweenSecuredNodes() {
        assumeTrue(version == CassandraVersion.V5_0, "not on Cassandra " + version);
        try (CassandraCluster there = guarded(CassandraCluster.builder(version)
                        .name("secured-destination")
                        .secured(authority::node))
                .start()) {
            there.cql().createKeyspace("shop", 1);
            ROWS.create(there.cql());
            try (SidecarProcess source = secured(SidecarProcess.beside(node())).start();
                    SidecarProcess destination = secured(SidecarProcess.beside(there.node()))
                            .allowPeers(node().address())
                            .start()) {
                SidecarClient client = SidecarClient.of(destination.restUri());
                TransferRequest request = TransferRequest.builder(
                                List.of(new SourceRef(source.restUri().toString(), null, null, null)),
                                List.of(new TableRef("shop", "users")))
                        .build();
                String id = client.createTransfer(request, null).id();
                Transfer transfer = Awaitility.await("the end of " + id)
                        .atMost(Duration.ofMinutes(1))
                        .until(() -> client.transfer(id), found -> found.state().isFinal());
                assertThat(transfer.outcome()).as("%s", transfer).isEqualTo(Transfer.Outcome.COMPLETE);
                assertThat(ComparableRows.withWriteTimes(cluster.cql(), "shop", "users")
                                .compareWith(ComparableRows.withWriteTimes(there.cql(), "shop", "users"))
                                .requireSame())
                        .isEqualTo(ROWS.rows());
            }
        }
    }

    /** Under the guardrails, which allow pages of 100 rows. */
    @Test
    void rowsAreReadByARoleOfTheirOwnThatMaySelectThem() {
        cluster.cql().execute("CREATE ROLE IF NOT EXISTS idaeus_rows WITH PASSWORD = 'another' AND LOGIN = true");
        try (SidecarProcess sidecar = secured(SidecarProcess.beside(node()))
                .set("cassandra.rows.read", true)
                .set("cassandra.rows.user", "idaeus_rows")
                .set("cassandra.rows.password", "another")
                .start()) {
            RowsClient rows = SidecarClient.of(sidecar.restUri()).rows();
            assertThatThrownBy(() -> digests(rows, RowLevel.ONE))
                    .hasMessageContainingAll("rows of shop.users", "no SELECT permission");

            cluster.cql().execute("GRANT SELECT ON KEYSPACE shop TO idaeus_rows");
            // Cassandra keeps permissions in a cache.
            RowDigestPage page = Awaitility.await("the grant")
                    .atMost(Duration.ofMinutes(1))
                    .ignoreExceptionsMatching(
                            e -> String.valueOf(e.getMessage()).contains("no SELECT permission"))
                    .until(() -> digests(rows, RowLevel.ONE), found -> found.next() == null);
            assertThat(page.rows()).isEqualTo(ROWS.rows());
            if (version != CassandraVersion.V4_0) {
                assertThatThrownBy(() -> digests(rows, RowLevel.TWO))
                        .hasMessageContainingAll("Guardrail read_consistency_levels violated", "TWO");
            }
        }
    }

    private static RowDigestPage digests(RowsClient rows, RowLevel level) {
        return rows.digests(new RowDigestRequest(
                "shop",
                "users",
                List.of(new RowColumn("payload", true)),
                Long.MIN_VALUE + ":" + Long.MAX_VALUE,
                Instant.now().getEpochSecond(),
                level,
                1_000_000,
                null,
                null,
                null,
                null));
    }

    private static CassandraNode node() {
        return cluster.node();
    }

    private static SidecarProcess.Builder secured(SidecarProcess.Builder sidecar) {
        return with(with(sidecar, "cql", identity), "jmx", identity)
                .set("cassandra.jmx.user", RoleScript.ROLE)
                .set("cassandra.jmx.password", RoleScript.PASSWORD);
    }

    private static SidecarProcess.Builder with(SidecarProcess.Builder sidecar, String service, Authority.Identity tls) {
        String key = "cassandra." + service + ".tls.";
        return sidecar.set(key + "trust", tls.trust())
                .set(key + "certificate", tls.certificate())
                .set(key + "key", tls.key());
    }

    private static CassandraSettings settings(Path nodetool) {
        ClientTls tls =
                ClientTls.open(new CassandraTls(identity.trust(), identity.certificate(), identity.key(), null));
        Credentials login = new Credentials(RoleScript.ROLE, RoleScript.PASSWORD);
        return new CassandraSettings(
                new Endpoint("127.0.0.1", node().jmxPort(), login, tls, false),
                new Endpoint(node().address(), CassandraNode.NATIVE_PORT, login, tls, false),
                nodetool,
                ANSWER,
                Duration.ofMinutes(1),
                Duration.ofMinutes(1),
                Duration.ofMinutes(1));
    }
}
