/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.Finding;
import io.idaeus.api.TableRef;
import io.idaeus.api.imports.ImportRequest;
import io.idaeus.api.imports.ImportResult;
import io.idaeus.api.snapshot.Manifest;
import io.idaeus.api.snapshot.SnapshotInfo;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.client.SstableQuery;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.harness.cassandra.NodeSstables;
import io.idaeus.it.harness.sidecar.Pair;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables that look alike at both sides now, and have different pasts: Cassandra's import compares nothing of it. */
@Tag("versions")
class TableHistoryIT {
    private static final AtomicInteger COUNTER = new AtomicInteger();
    private static final int LARGE = 1 << 20;
    private static final long SLOW = 64L << 10;

    private static Pair pair;

    private TableRef table;

    @BeforeAll
    static void start() {
        CassandraVersion version = CassandraVersion.selected();
        boolean old = version == CassandraVersion.V4_0;
        String sasi = old ? "enable_sasi_indexes" : "sasi_indexes_enabled";
        String dropCompact = old ? "enable_drop_compact_storage" : "drop_compact_storage_enabled";
        pair = Pair.named("table-history")
                .version(version)
                .clusters(cluster ->
                        cluster.yaml(sasi, true).yaml(dropCompact, true).yaml("auto_snapshot", true))
                .start();
    }

    @AfterAll
    static void stop() {
        pair.close();
    }

    @BeforeEach
    void nameTable() {
        table = new TableRef("shop", "history" + COUNTER.incrementAndGet());
    }

    @Test
    void valuesThatTheSourceHidesSinceADropDoNotComeBack() {
        both("CREATE TABLE %s (id int PRIMARY KEY, v text, w text)");
        source("INSERT INTO %s (id, v, w) VALUES (1, 'secret', 'w')");
        flush();
        source("ALTER TABLE %s DROP v");
        source("ALTER TABLE %s ADD v text");
        assertThat(read(pair.source().cql())).containsExactly("null w");

        Finding finding = refused("DROPPED_VALUES_RETURN", pair.request(table));
        assertThat(finding.detail()).contains("column v", "this table is empty");

        // The remedy.
        String detail = finding.detail();
        String statements = detail.substring(detail.indexOf("ALTER TABLE"), detail.indexOf(" (1 SSTables"));
        Arrays.stream(statements.split(";")).forEach(pair.destination().cql()::execute);
        assertThat(transfer(pair.request(table)).findings())
                .extracting(Finding::code)
                .doesNotContain("DROPPED_VALUES_RETURN");
        assertThat(read(pair.destination().cql())).containsExactly("null w");
        // New writes are read.
        pair.destination().cql().execute("INSERT INTO " + name() + " (id, v) VALUES (1, 'new')");
        assertThat(read(pair.destination().cql())).containsExactly("new w");
    }

    @Test
    void valuesThatTheDestinationHidesSinceADropAreNamed() {
        both("CREATE TABLE %s (id int PRIMARY KEY, v text, w text)");
        source("INSERT INTO %s (id, v, w) VALUES (1, 'old', 'w')");
        flush();
        pair.destination().cql().execute("ALTER TABLE " + name() + " DROP v");
        pair.destination().cql().execute("ALTER TABLE " + name() + " ADD v text");

        refused("VALUES_STAY_HIDDEN", pair.request(table));
        transfer(pair.request(table).toBuilder()
                .accept(List.of("VALUES_STAY_HIDDEN"))
                .build());

        assertThat(read(pair.source().cql())).containsExactly("old w");
        assertThat(read(pair.destination().cql())).containsExactly("null w");
    }

    /** The plan was made before, and nothing of it may be imported into the table as it is now. */
    @Test
    void aColumnThatIsDroppedAndAddedWhileATransferRestsEndsIt() {
        both("CREATE TABLE %s (id int PRIMARY KEY, v text, w text) WITH compression = {'enabled': false}");
        source("INSERT INTO %s (id, v, w) VALUES (1, 'old', '" + "w".repeat(LARGE) + "')");
        TransferRequest slow = pair.request(table).toBuilder().maxRate(SLOW).build();
        String id = pair.destinationClient().createTransfer(slow, null).id();
        Awaitility.await("the transfer pulls")
                .until(
                        () -> pair.destinationClient().transfer(id).state(),
                        state -> state == TransferState.PULLING || state.isFinal());
        assertThat(pair.destinationClient().pauseTransfer(id).state()).isEqualTo(TransferState.PAUSED);
        pair.destination().cql().execute("ALTER TABLE " + name() + " DROP v");
        pair.destination().cql().execute("ALTER TABLE " + name() + " ADD v text");
        pair.destinationClient().limitTransfer(id, null);
        pair.destinationClient().resumeTransfer(id);

        Transfer ended = pair.await(id);
        assertThat(ended.state()).as("%s", ended).isEqualTo(TransferState.FAILED);
        assertThat(ended.problem().detail()).contains("TABLE_CHANGED", "column v was dropped and added again");
        assertThat(ended.sstables().imported()).isZero();
        assertThat(read(pair.destination().cql())).isEmpty();

        // The remedy: the new plan says what that does to the rows.
        transfer(pair.request(table).toBuilder()
                .accept(List.of("VALUES_STAY_HIDDEN"))
                .build());
        assertThat(read(pair.destination().cql())).singleElement().asString().startsWith("null w");
    }

    /** Both sides have no index, so nothing differs. */
    @Test
    void anIndexThatIsMadeLaterFindsTheRowsThatMoved() {
        both("CREATE TABLE %s (id int PRIMARY KEY, v text, w text)");
        sasi(pair.source().cql(), "v");
        source("INSERT INTO %s (id, v, w) VALUES (1, 'one', 'w')");
        flush();

        transfer(pair.request(table));
        anIndexOnAnotherColumnFindsTheRow();
    }

    @Test
    void stagedFilesOfAnIndexThatTheTableDoesNotHaveAreRefusedUntilTheyAreGone() throws Exception {
        both("CREATE TABLE %s (id int PRIMARY KEY, v text, w text)");
        sasi(pair.source().cql(), "v");
        source("INSERT INTO %s (id, v, w) VALUES (1, 'one', 'w')");
        flush();
        Path staged = stage();

        assertThatThrownBy(() -> importStaged(staged))
                .hasMessageContainingAll("INDEX_FILES", "SI_sasi_" + table.table());
        assertThat(read(pair.destination().cql())).isEmpty();

        // The remedy.
        try (DirectoryStream<Path> files = Files.newDirectoryStream(staged, "*{-SI_*,-TOC.txt}")) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        assertThat(importStaged(staged).directories().get(0).imported()).isTrue();
        assertThat(read(pair.destination().cql())).containsExactly("one w");
        anIndexOnAnotherColumnFindsTheRow();
    }

    @Test
    void stagedValuesThatThisNodeHidesAreNamed() throws Exception {
        both("CREATE TABLE %s (id int PRIMARY KEY, v text, w text)");
        source("INSERT INTO %s (id, v, w) VALUES (1, 'old', 'w')");
        flush();
        pair.destination().cql().execute("ALTER TABLE " + name() + " DROP v");
        pair.destination().cql().execute("ALTER TABLE " + name() + " ADD v text");
        Path staged = stage();

        assertThatThrownBy(() -> importStaged(staged)).hasMessageContainingAll("VALUES_STAY_HIDDEN", "column v");
        assertThat(importStaged(staged, "VALUES_STAY_HIDDEN")
                        .directories()
                        .get(0)
                        .imported())
                .isTrue();
        assertThat(read(pair.destination().cql())).containsExactly("null w");
    }

    private void anIndexOnAnotherColumnFindsTheRow() {
        sasi(pair.destination().cql(), "w");
        String query = "SELECT id FROM " + name() + " WHERE w = 'w'";
        Awaitility.await("the index is built")
                .until(() -> pair.destination().cql().execute(query).size(), rows -> rows == 1);
    }

    private void sasi(CqlClient cql, String column) {
        cql.execute("CREATE CUSTOM INDEX sasi_" + table.table() + " ON " + name() + " (" + column
                + ") USING 'org.apache.cassandra.index.sasi.SASIIndex'");
    }

    private Path stage() throws IOException {
        Path staged = Files.createDirectories(pair.destinationSidecar()
                .stagingRoot()
                .resolve("by-hand-" + table.table())
                .resolve(table.keyspace())
                .resolve(table.table() + "-" + "1".repeat(32)));
        for (Path directory : pair.source().tableDirectories(table.keyspace(), table.table())) {
            for (NodeSstables sstable : NodeSstables.in(directory)) {
                for (Path file : sstable.files()) {
                    Files.copy(file, staged.resolve(file.getFileName()));
                }
            }
        }
        return staged;
    }

    private ImportResult importStaged(Path directory, String... accept) {
        return pair.destinationClient()
                .importSstables(new ImportRequest(
                        table.keyspace(),
                        table.table(),
                        List.of(directory.toString()),
                        null,
                        accept.length == 0 ? null : List.of(accept)));
    }

    @Test
    void aTableWithoutGraceMovesOnceAndThenNeedsGrace() {
        both("CREATE TABLE %s (id int PRIMARY KEY, v text, w text) WITH gc_grace_seconds = 0");
        source("INSERT INTO %s (id, v, w) VALUES (1, 'v', 'w')");
        flush();

        assertThat(transfer(pair.request(table)).findings())
                .anySatisfy(finding -> assertThat(finding.code()).isEqualTo("NO_GC_GRACE"));
        source("INSERT INTO %s (id, v, w) VALUES (2, 'v', 'w')");
        refused("NO_GC_GRACE", pair.request(table));

        // The remedy.
        for (CqlClient cql : List.of(pair.source().cql(), pair.destination().cql())) {
            cql.execute("ALTER TABLE " + name() + " WITH gc_grace_seconds = 86400");
        }
        transfer(pair.request(table));
        assertThat(read(pair.destination().cql())).hasSize(2);
    }

    @Test
    void aKeyspaceOfUsersMayBeNamedAlmostAsCassandrasOwn() {
        table = new TableRef("system_orders", "lines");
        for (CqlClient cql : List.of(pair.source().cql(), pair.destination().cql())) {
            cql.createKeyspace("system_orders", 1);
        }
        both("CREATE TABLE %s (id int PRIMARY KEY, v text, w text)");
        source("INSERT INTO %s (id, v, w) VALUES (1, 'v', 'w')");

        transfer(pair.request(table));

        assertThat(read(pair.destination().cql())).containsExactly("v w");
    }

    /** Cassandra skips the column's values by its type, of which it keeps less than the SSTable says. */
    @ParameterizedTest
    @ValueSource(
            strings = {"frozen<addr>", "frozen<list<addr>>", "list<int>", "map<text, frozen<addr>>", "tuple<int, text>"
            })
    void aColumnThatBothSidesDroppedHoldsNothingUp(String type) {
        both("CREATE TYPE IF NOT EXISTS shop.addr (street text, number int)");
        both("CREATE TABLE %s (id int PRIMARY KEY, a " + type + ", v text, w text)");
        String value =
                switch (type) {
                    case "frozen<addr>" -> "{street: 's', number: 1}";
                    case "frozen<list<addr>>" -> "[{street: 's', number: 1}]";
                    case "list<int>" -> "[1, 2]";
                    case "tuple<int, text>" -> "(1, 'one')";
                    default -> "{'one': {street: 's', number: 1}}";
                };
        source("INSERT INTO %s (id, a, v, w) VALUES (1, " + value + ", 'v', 'w')");
        flush();
        both("ALTER TABLE %s DROP a");

        transfer(pair.request(table));

        assertThat(read(pair.destination().cql())).containsExactly("v w");
        // 6.0-alpha2 cannot compact what was written of a dropped collection ("Not ready for complex cells").
        if (CassandraVersion.selected() != CassandraVersion.V6_0) {
            pair.destination().compact(table.keyspace(), table.table());
            assertThat(read(pair.destination().cql())).containsExactly("v w");
        }
    }

    /** Its fields are cells of their own, which the tuple that Cassandra keeps of a dropped type could not skip. */
    @Test
    void noVersionDropsAColumnOfAUserTypeThatIsNotFrozen() {
        both("CREATE TYPE IF NOT EXISTS shop.addr (street text, number int)");
        both("CREATE TABLE %s (id int PRIMARY KEY, a addr, v text, w text)");

        assertThatThrownBy(() -> source("ALTER TABLE %s DROP a")).hasMessageContaining("Cannot drop non-frozen column");
    }

    /** Without clustering columns Cassandra keeps the others as static ones, beside two that it hides. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "id int PRIMARY KEY, v text, w text",
                "id int, w text, v text, PRIMARY KEY (id, w)",
                "id int, v text, w text, PRIMARY KEY (id, v, w)"
            })
    void aTableWithCompactStorageMovesBeforeAndAfterThatIsDropped(String columns) {
        both("CREATE TABLE %s (" + columns + ") WITH COMPACT STORAGE");
        source("INSERT INTO %s (id, v, w) VALUES (1, 'v', 'w')");
        transfer(pair.request(table));
        assertThat(read(pair.destination().cql())).containsExactly("v w");

        source("INSERT INTO %s (id, v, w) VALUES (2, 'x', 'y')");
        flush();
        both("ALTER TABLE %s DROP COMPACT STORAGE");
        transfer(pair.request(table));

        assertThat(read(pair.destination().cql())).containsExactlyInAnyOrder("v w", "x y");
        pair.destination().compact(table.keyspace(), table.table());
        assertThat(read(pair.destination().cql())).containsExactlyInAnyOrder("v w", "x y");
    }

    /** The SSTables were written before, and Cassandra reads them as it reads its own. */
    @Test
    void theDestinationMayHaveDroppedCompactStorage() {
        both("CREATE TABLE %s (id int PRIMARY KEY, v text, w text) WITH COMPACT STORAGE");
        source("INSERT INTO %s (id, v, w) VALUES (1, 'v', 'w')");
        flush();
        pair.destination().cql().execute("ALTER TABLE " + name() + " DROP COMPACT STORAGE");

        transfer(pair.request(table));

        assertThat(read(pair.destination().cql())).containsExactly("v w");
    }

    @Test
    void rowsOfASourceThatDroppedCompactStorageAreNotHidden() {
        both("CREATE TABLE %s (id int PRIMARY KEY, v text, w text) WITH COMPACT STORAGE");
        source("ALTER TABLE %s DROP COMPACT STORAGE");
        source("INSERT INTO %s (id, column1, v, w) VALUES (1, 'row', 'v', 'w')");
        flush();
        assertThat(refused("SCHEMA_MISMATCH", pair.request(table)).detail()).contains("COMPACT STORAGE");

        // The remedy.
        pair.destination().cql().execute("ALTER TABLE " + name() + " DROP COMPACT STORAGE");
        transfer(pair.request(table));

        assertThat(pair.destination().cql().execute("SELECT column1 FROM " + name()))
                .singleElement()
                .satisfies(row -> assertThat(row.getString(0)).isEqualTo("row"));
        assertThat(read(pair.destination().cql())).containsExactly("v w");
    }

    /** It leaves two columns behind, of which one is in the key. */
    @Test
    void aTableMadeAnewIsNotWhatDropCompactStorageLeaves() {
        source("CREATE TABLE %s (id int PRIMARY KEY, v text, w text) WITH COMPACT STORAGE");
        source("INSERT INTO %s (id, v, w) VALUES (1, 'v', 'w')");
        flush();
        source("ALTER TABLE %s DROP COMPACT STORAGE");
        pair.destination().cql().execute("CREATE TABLE " + name() + " (id int PRIMARY KEY, v text, w text)");

        assertThat(refused("SCHEMA_MISMATCH", pair.request(table)).detail()).contains("column1");
    }

    /** Cassandra writes a comment into its schema.cql, and no statement. */
    @Test
    void aSnapshotOfATableWithCompactStorageMovesByAcceptance() {
        both("CREATE TABLE %s (id int PRIMARY KEY, v text, w text) WITH COMPACT STORAGE");
        source("INSERT INTO %s (id, v, w) VALUES (1, 'v', 'w')");
        String tag = "compact-" + table.table();
        pair.source().nodetool("snapshot", "-t", tag, "-kt", name()).orThrow();
        TransferRequest request = pair.request(table).toBuilder().snapshot(tag).build();

        refused("SNAPSHOT_SCHEMA_UNKNOWN", request);
        transfer(request.toBuilder().accept(List.of("SNAPSHOT_SCHEMA_UNKNOWN")).build());

        assertThat(read(pair.destination().cql())).containsExactly("v w");
    }

    @Test
    void aFieldOfATypeMayHaveAnotherName() {
        both("CREATE TYPE shop.renamed (street text, number int)");
        both("CREATE TABLE %s (id int PRIMARY KEY, a frozen<renamed>, b renamed)");
        source("INSERT INTO %s (id, a, b) VALUES (1, {street: 's', number: 1}, {street: 't', number: 2})");
        flush();
        both("ALTER TYPE shop.renamed RENAME street TO road");

        transfer(pair.request(table));

        assertThat(pair.destination().cql().execute("SELECT a.road, b.road, b.number FROM " + name()))
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.getString(0)).isEqualTo("s");
                    assertThat(row.getString(1)).isEqualTo("t");
                    assertThat(row.getInt(2)).isEqualTo(2);
                });
    }

    /** Cassandra lets a dropped column come back with a type that reads the old one's values. */
    @Test
    void aColumnMayHaveComeBackWithATypeThatReadsTheOldOnesValues() {
        both("CREATE TABLE %s (id int PRIMARY KEY, v text, w text)");
        source("INSERT INTO %s (id, v, w) VALUES (1, 'v', 'w')");
        flush();
        // The same drop at both: it hides nothing.
        both("ALTER TABLE %s DROP v USING TIMESTAMP 1000");
        both("ALTER TABLE %s ADD v blob");

        transfer(pair.request(table));

        assertThat(pair.destination().cql().execute("SELECT v, w FROM " + name()))
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.getString(1)).isEqualTo("w");
                    assertThat(StandardCharsets.UTF_8
                                    .decode(row.getByteBuffer(0))
                                    .toString())
                            .isEqualTo("v");
                });
    }

    /** Cassandra before 2.1 made such directories, and each later one goes on to use them. */
    @Test
    void aDirectoryMayHaveNoId() throws IOException {
        Path old = directoryWithoutId(pair.source());
        Path there = directoryWithoutId(pair.destination());
        both("CREATE TABLE %s (id int PRIMARY KEY, v text, w text)");
        source("INSERT INTO %s (id, v, w) VALUES (1, 'v', 'w')");
        flush();
        assertThat(old).isDirectoryContaining("glob:**-Data.db");
        assertThat(pair.sourceClient()
                        .sstables(SstableQuery.of(table.keyspace(), table.table()))
                        .sstables())
                .hasSize(1);

        Transfer transfer = transfer(pair.request(table));

        assertThat(read(pair.destination().cql())).containsExactly("v w");
        pair.awaitReleased(transfer.id());
        assertThat(old.resolve("snapshots"))
                .satisfiesAnyOf(none -> assertThat(none).doesNotExist(), none -> assertThat(none)
                        .isEmptyDirectory());

        assertThat(there).isDirectoryContaining("glob:**-Data.db");
    }

    /** Only the snapshot knows what the table hid. */
    @Test
    void valuesThatATableHidBeforeItWasDroppedDoNotComeBackFromItsSnapshot() {
        both("CREATE TABLE %s (id int PRIMARY KEY, v text, w text)");
        source("INSERT INTO %s (id, v, w) VALUES (1, 'secret', 'w')");
        flush();
        source("ALTER TABLE %s DROP v");
        source("ALTER TABLE %s ADD v text");
        source("DROP TABLE %s");
        source("CREATE TABLE %s (id int PRIMARY KEY, v text, w text)");
        String tag = pair.sourceClient().snapshots().snapshots().stream()
                .filter(snapshot -> snapshot.tables().contains(table))
                .map(SnapshotInfo::tag)
                .filter(each -> each.contains("dropped"))
                .findFirst()
                .orElseThrow();

        refused(
                "DROPPED_VALUES_RETURN",
                pair.request(table).toBuilder().snapshot(tag).build());
    }

    @Test
    void aSnapshotHasTheSchemaThatItsTableHad() {
        both("CREATE TYPE shop.\"Odd\" (street text, \"No\" frozen<list<int>>)");
        both("CREATE TABLE %s (a uuid, b date, \"C\" text, d timeuuid, e frozen<map<text, frozen<\"Odd\">>>,"
                + " f text static, g set<int>, h frozen<tuple<int, text>>, i \"Odd\", j list<int> static,"
                + " PRIMARY KEY ((a, b), \"C\", d)) WITH CLUSTERING ORDER BY (\"C\" DESC, d ASC)"
                + " AND gc_grace_seconds = 3600 AND comment = 'it''s; not (so)'");
        source("CREATE INDEX by_g_" + table.table() + " ON %s (values(g))");
        source("ALTER TABLE %s DROP h");
        source("ALTER TABLE %s ADD h frozen<tuple<int, text>>");
        source("ALTER TABLE %s DROP j");
        source("INSERT INTO %s (a, b, \"C\", d) VALUES (uuid(), '2026-11-27', 'c', now())");
        String tag = "schema-" + table.table();
        pair.source().nodetool("snapshot", "-t", tag, "-kt", name()).orThrow();

        TableDefinition then =
                pair.sourceClient().table(table.keyspace(), table.table()).definition();
        source("ALTER TABLE %s DROP f");
        Manifest manifest = pair.sourceClient()
                .manifestPages(tag, table.keyspace(), table.table(), List.of(), Duration.ofMinutes(1))
                .findFirst()
                .orElseThrow();

        assertThat(manifest.definitionUnknown()).isNull();
        assertThat(manifest.definition()).isEqualTo(then);
    }

    /** As after a restore from a backup that keeps SSTables alone. */
    @Test
    void aSnapshotThatNothingListsMovesByAcceptanceOrOnceItIsListed() throws IOException {
        both("CREATE TABLE %s (id int PRIMARY KEY, v text, w text)");
        source("INSERT INTO %s (id, v, w) VALUES (1, 'v', 'w')");
        pair.source()
                .nodetool("snapshot", "-t", "kept-" + table.table(), "-kt", name())
                .orThrow();
        Path listing = pair.source()
                .tableDirectories(table.keyspace(), table.table())
                .get(0)
                .resolve("snapshots/kept-" + table.table() + "/manifest.json");
        byte[] listed = Files.readAllBytes(listing);
        Files.delete(listing);
        TransferRequest request = pair.request(table).toBuilder()
                .snapshot("kept-" + table.table())
                .build();

        // A snapshot that changed just now may still be incomplete.
        settle(listing.getParent());
        refused("SNAPSHOT_UNPROVEN", request);
        // The remedy.
        Files.write(listing, listed);
        transfer(request);
        assertThat(read(pair.destination().cql())).containsExactly("v w");

        pair.destination().cql().execute("TRUNCATE " + name());
        Files.delete(listing);
        settle(listing.getParent());
        transfer(request.toBuilder().accept(List.of("SNAPSHOT_UNPROVEN")).build());
        assertThat(read(pair.destination().cql())).containsExactly("v w");
    }

    @Test
    void aSnapshotWithoutItsSchemaMovesOnceThatIsPutBack() throws IOException {
        both("CREATE TABLE %s (id int PRIMARY KEY, v text, w text)");
        source("INSERT INTO %s (id, v, w) VALUES (1, 'v', 'w')");
        String tag = "bare-" + table.table();
        pair.source().nodetool("snapshot", "-t", tag, "-kt", name()).orThrow();
        Path schema = pair.source()
                .tableDirectories(table.keyspace(), table.table())
                .get(0)
                .resolve("snapshots/" + tag + "/schema.cql");
        byte[] statements = Files.readAllBytes(schema);
        Files.delete(schema);
        TransferRequest request = pair.request(table).toBuilder().snapshot(tag).build();

        settle(schema.getParent());
        refused("SNAPSHOT_SCHEMA_UNKNOWN", request);
        // The remedy.
        Files.write(schema, statements);
        settle(schema.getParent());
        transfer(request);
        assertThat(read(pair.destination().cql())).containsExactly("v w");
    }

    private static void settle(Path snapshot) throws IOException {
        Files.setLastModifiedTime(snapshot, FileTime.from(Instant.now().minusSeconds(3_600)));
    }

    private Path directoryWithoutId(CassandraNode node) throws IOException {
        return Files.createDirectories(
                node.dataDirectories().get(0).resolve(table.keyspace()).resolve(table.table()));
    }

    private String name() {
        return table.keyspace() + "." + table.table();
    }

    private void both(String statement) {
        source(statement);
        pair.destination().cql().execute(statement.formatted(name()));
    }

    private void source(String statement) {
        pair.source().cql().execute(statement.formatted(name()));
    }

    private void flush() {
        pair.source().flush(table.keyspace(), table.table());
    }

    // A dry run finds it too.
    private static Finding refused(String code, TransferRequest request) {
        assertThat(pair.destinationClient().planTransfer(request).findings())
                .extracting(Finding::code)
                .contains(code);
        Transfer transfer = pair.transfer(request);
        assertThat(transfer.state()).as("%s", transfer).isEqualTo(TransferState.FAILED);
        assertThat(transfer.problem().detail()).contains(code);
        return transfer.findings().stream()
                .filter(finding -> finding.code().equals(code))
                .findFirst()
                .orElseThrow();
    }

    private static Transfer transfer(TransferRequest request) {
        Transfer transfer = pair.transfer(request);
        assertThat(transfer.outcome()).as("%s", transfer).isEqualTo(Transfer.Outcome.COMPLETE);
        return transfer;
    }

    private List<String> read(CqlClient cql) {
        return cql.execute("SELECT v, w FROM " + name()).stream()
                .map(row -> row.getString("v") + " " + row.getString("w"))
                .toList();
    }
}
