/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.idaeus.api.ProblemType;
import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.tiers.EachVersion;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.SnapshotDetails;
import io.idaeus.sidecar.cassandra.SnapshotOptions;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings;
import io.idaeus.sidecar.cassandra.node.LocalTable;
import io.idaeus.sidecar.cassandra.node.NodeIdentity;
import io.idaeus.sidecar.cassandra.node.ReplicatedRange;
import io.idaeus.sidecar.cassandra.node.RingMember;
import io.idaeus.sidecar.cassandra.schema.KeyspaceSchema;
import io.idaeus.sidecar.cassandra.schema.SchemaReader;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.cassandra.schema.TableSchema;
import io.idaeus.sidecar.cassandra.schema.TableSchema.Kind;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** CassandraDoor beside a real node, on every version. */
@Tag("core")
@EachVersion
class CassandraDoorIT {
    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.one(Profile.TWO_DISKS);

    private static CassandraNode node;
    private static CassandraDoor door;

    private final CassandraVersion version = CassandraVersion.selected();

    @BeforeAll
    static void start() {
        node = nodes.first();
        door = new CassandraDoor(Doors.settings(node));
        node.cql().createKeyspace("ks", 1);
        node.cql().createKeyspace("\"Other\"", 3);
        node.cql().execute("CREATE TABLE ks.t (id int PRIMARY KEY, v text)");
        node.cql().execute("INSERT INTO ks.t (id, v) VALUES (1, 'one')");
        node.cql().execute("CREATE TABLE \"Other\".\"Mixed\" (id int PRIMARY KEY)");
    }

    @AfterAll
    static void stop() {
        door.close();
    }

    @Test
    void describesTheNode() {
        NodeIdentity identity = door.node().identity();

        assertThat(identity.clusterName()).isEqualTo(node.clusterName());
        assertThat(identity.version().text()).isEqualTo(version.release());
        assertThat(identity.version().major())
                .isEqualTo(Integer.parseInt(version.line().substring(0, 1)));
        assertThat(identity.partitioner()).isEqualTo("org.apache.cassandra.dht.Murmur3Partitioner");
        assertThat(identity.datacenter()).isEqualTo("datacenter1");
        assertThat(identity.rack()).isEqualTo("rack1");
        assertThat(identity.operationMode()).isEqualTo("NORMAL");
        assertThat(identity.tokens()).hasSize(16).isSorted();
        assertThat(identity.dataDirectories()).containsExactlyElementsOf(node.dataDirectories());
        assertThat(identity.broadcastAddress()).isEqualTo(node.address());
        assertThat(identity.incrementalBackups()).isFalse();
        assertThat(node.nodetool("info").orThrow().stdout())
                .contains(identity.hostId().toString());
    }

    @Test
    void everyKeyspaceThatNobodyMadeIsCassandrasOwn() {
        for (String which : List.of("system_schema", "system_virtual_schema")) {
            assertThat(node.cql().execute("SELECT keyspace_name FROM " + which + ".keyspaces"))
                    .extracting(row -> row.getString(0))
                    .filteredOn(keyspace -> !List.of("ks", "Other").contains(keyspace))
                    .isNotEmpty()
                    .allSatisfy(keyspace ->
                            assertThat(SchemaReader.isSystem(keyspace)).isTrue());
        }
    }

    // On a busy machine the first answer takes longer than later ones.
    @Test
    void theFirstCallWaitsLongerThanAnAnswerTakes() throws Exception {
        CassandraSettings known = Doors.settings(node);
        Duration delay = known.answerTimeout().plusMillis(500);
        try (Forwarder slow = Forwarder.slow("127.0.0.1", node.address(), CassandraNode.NATIVE_PORT, delay);
                CassandraDoor fresh = new CassandraDoor(CassandraSettings.of(
                        known.jmx(), new CassandraSettings.Endpoint("127.0.0.1", slow.port(), null), null))) {
            assertThat(fresh.schemas().table(new TableName("ks", "t")).columns())
                    .hasSize(2);
        }
    }

    @Test
    void aTableWithRowsInMemoryAloneIsNotEmpty() {
        TableName table = new TableName("ks", "in_memory");
        node.cql().execute("CREATE TABLE ks.in_memory (id int PRIMARY KEY, v text)");
        assertThat(door.tables().isEmpty(table)).isTrue();

        node.cql().execute("INSERT INTO ks.in_memory (id, v) VALUES (1, 'one')");
        assertThat(node.liveSstables("ks", "in_memory")).isZero();
        assertThat(door.tables().isEmpty(table)).isFalse();

        node.flush("ks", "in_memory");
        assertThat(door.tables().isEmpty(table)).isFalse();
        node.cql().execute("DROP TABLE ks.in_memory");
    }

    @Test
    void reportsTheLoad() {
        assertThat(door.node().operationMode()).isEqualTo("NORMAL");
        assertThat(door.node().pendingCompactions()).isZero();
        assertThat(door.node().pendingCompactions(new TableName("ks", "t"))).isZero();
        refusedAs(ProblemType.UNKNOWN_TABLE, () -> door.node().pendingCompactions(new TableName("ks", "missing")));
    }

    @Test
    void knowsWhenATableWasTruncated() {
        node.cql().execute("CREATE TABLE ks.emptied (id int PRIMARY KEY)");
        UUID table = door.schemas().table(new TableName("ks", "emptied")).id();
        assertThat(door.schemas().truncatedAt(table)).isEmpty();
        Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        node.cql().execute("TRUNCATE ks.emptied");
        assertThat(door.schemas().truncatedAt(table)).hasValueSatisfying(at -> assertThat(at)
                .isBetween(before, Instant.now().plusSeconds(5)));
    }

    @Test
    void knowsTheTablesOfLightweightTransactions() {
        node.cql().execute("CREATE TABLE ks.transacted (id int PRIMARY KEY)");
        String table = door.schemas()
                .table(new TableName("ks", "transacted"))
                .id()
                .toString()
                .replace("-", "");
        assertThat(door.lightweightTransactions().tableIds().orElseThrow()).doesNotContain(table);
        node.cql().execute("INSERT INTO ks.transacted (id) VALUES (1) IF NOT EXISTS");
        assertThat(door.lightweightTransactions().tableIds().orElseThrow()).contains(table);
        assertThat(door.tables().of("ks")).extracting(LocalTable::id).contains(Optional.of(table));
    }

    @Test
    void countsRepairsCompactionsAndStreams() {
        assertThat(door.cluster().cluster().repairs()).isZero();
        assertThat(door.process().read().pendingCompactions()).isZero();
        assertThat(door.process().read().streamedBytes()).isZero();
    }

    @Test
    void relocatesSstables() {
        door.ringChanges().relocate("ks", List.of("t"));
        refusedAs(ProblemType.CASSANDRA_REFUSED, () -> door.ringChanges().relocate("ks", List.of("missing")));
    }

    @Test
    void isHealthy() {
        assertThat(door.health().isUp()).as(door.health().toString()).isTrue();
        assertThat(door.health().jmx().detail()).isEqualTo("NORMAL");
        assertThat(door.health().cql().detail()).isEqualTo(version.release());
    }

    @Test
    void listsKeyspacesWithTheirTables() {
        Map<String, KeyspaceSchema> keyspaces = door.schemas().keyspaces().stream()
                .collect(Collectors.toMap(KeyspaceSchema::name, keyspace -> keyspace));

        assertThat(keyspaces.get("ks").tables()).contains("t");
        assertThat(keyspaces.get("ks").system()).isFalse();
        assertThat(keyspaces.get("ks").replication())
                .containsEntry("class", "org.apache.cassandra.locator.SimpleStrategy")
                .containsEntry("replication_factor", "1");
        assertThat(keyspaces.get("Other").tables()).containsExactly("Mixed");
        assertThat(keyspaces.values().stream().filter(keyspace -> !keyspace.system()))
                .extracting(KeyspaceSchema::name)
                .containsExactlyInAnyOrder("ks", "Other");
        assertThat(keyspaces).containsKeys("system", "system_schema", "system_auth", "system_distributed");
    }

    @Test
    void readsATableWithEverythingInIt() {
        node.cql().execute("CREATE TYPE ks.inner_type (a int, b list<text>)");
        node.cql().execute("CREATE TYPE ks.\"Outer Type\" (x frozen<inner_type>, \"Y\" text)");
        node.cql().execute("CREATE TYPE ks.unused (x int)");
        node.cql()
                .execute(
                        "CREATE TABLE ks.everything (a int, b text, c timeuuid, d int, s text static, v map<text, frozen<\"Outer"
                                + " Type\">>, gone text, n int, PRIMARY KEY ((a, b), c, d)) WITH CLUSTERING ORDER BY (c DESC, d ASC)"
                                + " AND gc_grace_seconds = 1234 AND cdc = true AND compression = {'class': 'DeflateCompressor'}"
                                + " AND compaction = {'class': 'LeveledCompactionStrategy'}");
        node.cql().execute("ALTER TABLE ks.everything DROP gone");
        node.cql().execute("CREATE INDEX by_n ON ks.everything (n)");
        node.cql()
                .execute(
                        "CREATE MATERIALIZED VIEW ks.everything_view AS SELECT a, b, c, d, n FROM ks.everything WHERE a IS NOT NULL AND"
                                + " b IS NOT NULL AND c IS NOT NULL AND d IS NOT NULL AND n IS NOT NULL PRIMARY KEY (n, a, b, c, d)");

        TableSchema schema = door.schemas().table(new TableName("ks", "everything"));

        assertThat(schema.columns(Kind.PARTITION_KEY)).extracting("name").containsExactly("a", "b");
        assertThat(schema.columns(Kind.CLUSTERING)).extracting("name").containsExactly("c", "d");
        assertThat(schema.columns(Kind.CLUSTERING)).extracting("descending").containsExactly(true, false);
        assertThat(schema.columns(Kind.STATIC)).extracting("name").containsExactly("s");
        assertThat(schema.columns(Kind.REGULAR)).extracting("name").containsExactly("n", "v");
        assertThat(schema.columns(Kind.REGULAR).get(1).type()).isEqualTo("map<text, frozen<\"Outer Type\">>");
        assertThat(schema.userTypes()).extracting("name").containsExactly("Outer Type", "inner_type");
        assertThat(schema.droppedColumns()).singleElement().satisfies(dropped -> {
            assertThat(dropped.name()).isEqualTo("gone");
            assertThat(dropped.type()).isEqualTo("text");
            assertThat(dropped.kind()).isEqualTo(Kind.REGULAR);
            assertThat(dropped.droppedAt()).isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
        });
        assertThat(schema.indexes()).singleElement().satisfies(index -> {
            assertThat(index.name()).isEqualTo("by_n");
            assertThat(index.target()).isEqualTo("n");
        });
        assertThat(schema.views()).containsExactly("everything_view");
        assertThat(schema.gcGraceSeconds()).isEqualTo(1234);
        assertThat(schema.cdc()).isTrue();
        assertThat(schema.compaction()).endsWith("LeveledCompactionStrategy");
        assertThat(schema.compression()).endsWith("DeflateCompressor");
        assertThat(schema.isView()).isFalse();
        assertThat(schema.isCounter()).isFalse();
        assertThat(schema.isTransactional()).isFalse();
        assertThat(schema.createStatement())
                .startsWith("CREATE TABLE ks.everything (")
                .contains("CREATE ", "by_n")
                .doesNotContain("MATERIALIZED");
        assertThat(node.tableDirectories("ks", "everything"))
                .allSatisfy(directory -> assertThat(directory.getFileName().toString())
                        .endsWith("-" + schema.id().toString().replace("-", "")));

        TableSchema view = door.schemas().table(new TableName("ks", "everything_view"));
        assertThat(view.isView()).isTrue();
        assertThat(view.createStatement()).startsWith("CREATE MATERIALIZED VIEW");
    }

    @Test
    void readsCountersUncompressedTablesAndQuotedNames() {
        node.cql()
                .execute(
                        "CREATE TABLE ks.counts (id int PRIMARY KEY, n counter) WITH compression = {'enabled': false}");

        TableSchema counts = door.schemas().table(new TableName("ks", "counts"));
        assertThat(counts.isCounter()).isTrue();
        assertThat(counts.compression()).isNull();
        assertThat(counts.flags()).contains("counter");
        assertThat(door.schemas().table(new TableName("Other", "Mixed")).createStatement())
                .contains("\"Other\".\"Mixed\"");
    }

    @Test
    void recognizesAnAccordTable() {
        assumeTrue(version == CassandraVersion.V6_0, "not on Cassandra " + version);
        node.cql().execute("CREATE TABLE ks.accord (id int PRIMARY KEY) WITH transactional_mode = 'full'");
        TableSchema schema = door.schemas().table(new TableName("ks", "accord"));
        assertThat(schema.transactionalMode()).isEqualTo("full");
        assertThat(schema.isTransactional()).isTrue();
    }

    @Test
    void unknownTablesAndKeyspacesAreToldApart() {
        refusedAs(ProblemType.UNKNOWN_TABLE, () -> door.schemas().table(new TableName("ks", "missing")));
        refusedAs(ProblemType.UNKNOWN_KEYSPACE, () -> door.schemas().table(new TableName("missing", "t")));
        refusedAs(ProblemType.UNKNOWN_KEYSPACE, () -> door.ring().ranges("missing"));
        refusedAs(ProblemType.UNKNOWN_TABLE, () -> snapshot("x", new TableName("ks", "missing")));
        refusedAs(ProblemType.UNKNOWN_KEYSPACE, () -> snapshot("x", new TableName("missing", "t")));
        refusedAs(ProblemType.UNKNOWN_KEYSPACE, () -> door.snapshots()
                .takeKeyspaces("x", List.of("missing"), SnapshotOptions.DEFAULTS));
        door.snapshots().clear("x", List.of("missing"));
        refusedAs(ProblemType.INVALID_REQUEST, () -> door.snapshots().clear("x", List.of("../missing")));
    }

    @Test
    void aLonelyNodeHoldsTheWholeRing() {
        for (String keyspace : List.of("ks", "Other", "system")) {
            List<ReplicatedRange> ranges = door.ring().ranges(keyspace);
            assertThat(ranges).as(keyspace).isNotEmpty().allSatisfy(range -> {
                assertThat(range.local()).isTrue();
                assertThat(range.replicas()).singleElement().satisfies(replica -> {
                    assertThat(replica.hostId())
                            .isEqualTo(door.node().identity().hostId());
                    assertThat(replica.address()).isEqualTo(node.address());
                    assertThat(replica.datacenter()).isEqualTo("datacenter1");
                    assertThat(replica.rack()).isEqualTo("rack1");
                    assertThat(replica.liveness()).isEqualTo(RingMember.Liveness.UP);
                    assertThat(replica.movement()).isEqualTo(RingMember.Movement.NORMAL);
                });
            });
            List<TokenRange> owned = door.ring().localRanges(keyspace);
            assertThat(owned).isSortedAccordingTo(Comparator.comparingLong(TokenRange::left));
            for (long token : new long[] {Long.MIN_VALUE + 1, -1, 0, 1, Long.MAX_VALUE}) {
                assertThat(owned.stream().filter(range -> range.contains(token)))
                        .as(keyspace + " " + token)
                        .hasSize(1);
            }
        }
    }

    @Test
    void takesListsAndClearsSnapshots() throws Exception {
        TableName table = new TableName("ks", "t");
        node.cql().execute("INSERT INTO ks.t (id, v) VALUES (2, 'two')");

        snapshot("a.b-c_1", table, new TableName("Other", "Mixed"));

        assertThat(snapshotFiles(table, "a.b-c_1")).anyMatch(name -> name.endsWith("Data.db"));
        List<SnapshotDetails> listed = listed("a.b-c_1");
        assertThat(listed).extracting(SnapshotDetails::table).contains(table);
        SnapshotDetails details = listed.stream()
                .filter(found -> found.table().equals(table))
                .findFirst()
                .orElseThrow();
        assertThat(details.bytes()).isPositive();
        assertThat(details.trueBytes()).isLessThanOrEqualTo(details.bytes());
        assertThat(details.expiresAt()).isNull();
        assertThat(details.ephemeral()).isFalse();
        if (version == CassandraVersion.V4_0) {
            assertThat(details.createdAt()).isNull();
        } else {
            assertThat(details.createdAt()).isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
        }

        refusedAs(ProblemType.SNAPSHOT_EXISTS, () -> snapshot("a.b-c_1", table));
        refusedAs(ProblemType.SNAPSHOT_EXISTS, () -> door.snapshots()
                .takeKeyspaces("a.b-c_1", List.of("ks"), SnapshotOptions.DEFAULTS));

        door.snapshots().clear("a.b-c_1", List.of("Other"));
        assertThat(listed("a.b-c_1")).extracting(SnapshotDetails::table).containsExactly(table);
        door.snapshots().clear("a.b-c_1", List.of("ks"));
        assertThat(listed("a.b-c_1")).isEmpty();
        door.snapshots().clear("a.b-c_1", List.of("ks"));
    }

    @Test
    void takesKeyspacesAndSkipsTheFlush() throws Exception {
        node.cql().execute("CREATE TABLE ks.unflushed (id int PRIMARY KEY)");
        node.cql().execute("INSERT INTO ks.unflushed (id) VALUES (1)");

        door.snapshots().takeKeyspaces("memory", List.of("ks", "Other"), new SnapshotOptions(true));
        assertThat(snapshotFiles(new TableName("ks", "unflushed"), "memory"))
                .noneMatch(name -> name.endsWith("Data.db"));
        door.snapshots().clear("memory", List.of("ks", "Other"));

        door.snapshots().takeKeyspaces("disk", List.of("ks", "Other"), SnapshotOptions.DEFAULTS);
        assertThat(snapshotFiles(new TableName("ks", "unflushed"), "disk")).anyMatch(name -> name.endsWith("Data.db"));
        door.snapshots().clear("disk", List.of("ks", "Other"));
        assertThat(listed("disk")).isEmpty();
    }

    @Test
    void reportsWhenCassandraWillClearAnOperatorsSnapshot() {
        assumeTrue(version != CassandraVersion.V4_0, "not on Cassandra " + version);
        node.nodetool("snapshot", "--ttl", "30m", "-t", "expiring", "-cf", "t", "ks")
                .orThrow();
        assertThat(listed("expiring")).singleElement().satisfies(details -> assertThat(details.expiresAt())
                .isCloseTo(Instant.now().plus(Duration.ofMinutes(30)), within(1, ChronoUnit.MINUTES)));
        door.snapshots().clear("expiring", List.of("ks"));
        assertThat(listed("expiring")).isEmpty();
    }

    @Test
    void anEmptyTagNeverReachesCassandra() {
        snapshot("keep-me", new TableName("ks", "t"));
        for (String tag : new String[] {"", " ", ".", "..", "../x", "a/b", "a b", "*", "\u0000", "x".repeat(201)}) {
            refusedAs(ProblemType.INVALID_TAG, () -> door.snapshots().clear(tag, List.of("ks")));
            refusedAs(ProblemType.INVALID_TAG, () -> snapshot(tag, new TableName("ks", "t")));
        }
        refusedAs(ProblemType.INVALID_REQUEST, () -> door.snapshots().clear("keep-me", List.of()));
        refusedAs(ProblemType.INVALID_REQUEST, () -> snapshot("keep-me-too"));
        assertThat(listed("keep-me")).hasSize(1);
        door.snapshots().clear("keep-me", List.of("ks"));
    }

    private static void snapshot(String tag, TableName... tables) {
        door.snapshots().takeTables(tag, List.of(tables), SnapshotOptions.DEFAULTS);
    }

    private static List<SnapshotDetails> listed(String tag) {
        return door.snapshots().list().stream()
                .filter(details -> details.tag().equals(tag))
                .toList();
    }

    private static List<String> snapshotFiles(TableName table, String tag) throws Exception {
        List<String> names = new ArrayList<>();
        for (Path directory : node.tableDirectories(table.keyspace(), table.table())) {
            Path snapshot = directory.resolve("snapshots").resolve(tag);
            if (Files.isDirectory(snapshot)) {
                try (Stream<Path> files = Files.list(snapshot)) {
                    files.forEach(file -> names.add(file.getFileName().toString()));
                }
            }
        }
        return names;
    }

    private static void refusedAs(ProblemType type, ThrowingCallable call) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.type()).as(e.getMessage()).isEqualTo(type));
    }
}
