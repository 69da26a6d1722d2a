/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.imports.ImportOptions;
import io.idaeus.api.imports.ImportRequest;
import io.idaeus.api.imports.ImportResult;
import io.idaeus.api.snapshot.Manifest;
import io.idaeus.api.snapshot.SnapshotRequest;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferPlan;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.client.SidecarException;
import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.harness.cassandra.NodeSstables;
import io.idaeus.it.harness.cassandra.SstableDamage;
import io.idaeus.it.harness.rows.ComparableRows;
import io.idaeus.it.harness.sidecar.Pair;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that Cassandra alone would accept silently, with the sidecar in front of it. */
@Tag("core")
class TrapsIT {
    private static final String KEYSPACE = "shop";
    private static final AtomicInteger COUNTER = new AtomicInteger();

    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.two(Profile.PLAIN);

    private static Pair pair;

    private String table;

    @BeforeAll
    static void start() {
        pair = Pair.between(nodes.first(), nodes.second()).start();
    }

    @AfterAll
    static void stop() {
        pair.close();
    }

    @BeforeEach
    void nameTable() {
        table = "t" + COUNTER.incrementAndGet();
    }

    // Trap 2: Cassandra imports it without an error, and point reads lose rows.
    @ParameterizedTest
    @ValueSource(strings = {"Filter.db", "Summary.db", "CompressionInfo.db", "Index.db", "Statistics.db", "Data.db"})
    void aDamagedComponentIsCaughtAndItsSstableIsNotImported(String component) {
        createBoth("id int PRIMARY KEY, v text");
        insert(0, 500);
        String tag = snapshot();
        manifest(tag);
        damage(tag, component);

        Transfer transfer = pair.transfer(fromSnapshot(tag));

        assertThat(transfer.state()).as("%s", transfer).isEqualTo(TransferState.FAILED);
        assertThat(transfer.sstables().imported()).isZero();
        assertThat(fates(transfer)).singleElement().satisfies(fate -> {
            assertThat(fate.state()).isEqualTo(TransferSstable.State.SOURCE_CORRUPT);
            assertThat(fate.reason()).contains(component).contains("CRC32");
        });
        assertThat(rows(destination())).isZero();
    }

    // The source cannot read where the tokens of such an SSTable begin and end.
    @ParameterizedTest
    @ValueSource(strings = {"Summary.db", "Index.db", "Statistics.db"})
    void anSstableThatWasTruncatedBeforeItsManifestIsRefused(String component) {
        createBoth("id int PRIMARY KEY, v text");
        insert(0, 500);
        String tag = snapshot();
        damage(tag, component, file -> SstableDamage.cut(file, file.toFile().length() / 2));

        Transfer transfer = pair.transfer(fromSnapshot(tag));

        assertThat(transfer.state()).as("%s", transfer).isEqualTo(TransferState.FAILED);
        assertThat(transfer.reason()).contains("SSTABLE_UNREADABLE", component);
        assertNothingImported(transfer);
    }

    // Cassandra 5.0 imports an SSTable whose Filter.db is truncated, and point reads miss rows.
    @Test
    void aFilterThatWasTruncatedBeforeItsManifestIsCaught() {
        createBoth("id int PRIMARY KEY, v text");
        insert(0, 500);
        String tag = snapshot();
        damage(tag, "Filter.db", file -> SstableDamage.cut(file, file.toFile().length() / 2));

        assertCorrupt("Filter.db", pair.transfer(fromSnapshot(tag)));
    }

    @Test
    void anIndexThatWasDamagedBeforeItsManifestIsCaught() {
        createBoth("id int PRIMARY KEY, v text");
        insert(0, 500);
        String tag = snapshot();
        damage(tag, "Index.db");

        assertCorrupt("Index.db", pair.transfer(fromSnapshot(tag)));
    }

    private void assertCorrupt(String component, Transfer transfer) {
        assertThat(transfer.state()).as("%s", transfer).isEqualTo(TransferState.FAILED);
        assertThat(fates(transfer)).singleElement().satisfies(fate -> {
            assertThat(fate.state()).isEqualTo(TransferSstable.State.SOURCE_CORRUPT);
            assertThat(fate.reason()).contains(component, "the source has the same bytes");
        });
        assertNothingImported(transfer);
    }

    private void assertNothingImported(Transfer transfer) {
        assertThat(transfer.sstables().imported()).isZero();
        assertThat(rows(destination())).isZero();
        assertThat(pair.destination().tableDirectories(KEYSPACE, table))
                .allSatisfy(directory -> assertThat(NodeSstables.in(directory)).isEmpty());
    }

    // Its tombstones may be in the corrupt SSTable.
    @Test
    void sstablesThatOverlapACorruptOneAreHeldBackUnlessAccepted() {
        createBoth("id int PRIMARY KEY, v text");
        insert(0, 500);
        insert(500, 1000);
        String tag = snapshot();
        manifest(tag);
        damage(tag, "Data.db");

        Transfer held = pair.transfer(fromSnapshot(tag));
        assertThat(held.state()).isEqualTo(TransferState.FAILED);
        assertThat(fates(held))
                .extracting(TransferSstable::state)
                .containsExactlyInAnyOrder(TransferSstable.State.SOURCE_CORRUPT, TransferSstable.State.HELD_BACK);
        assertThat(rows(destination())).isZero();

        Transfer continued = pair.transfer(continuing(fromSnapshot(tag)));
        assertThat(continued.state()).as("%s", continued).isEqualTo(TransferState.COMPLETED);
        assertThat(continued.outcome()).isEqualTo(Transfer.Outcome.PARTIAL);
        assertThat(rows(destination())).isEqualTo(500);
    }

    // Trap 10: Cassandra imports these without an error, and reads fail or return garbage.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "id int PRIMARY KEY, v blob",
                "id bigint PRIMARY KEY, v text",
                "id int, v text, PRIMARY KEY (id, v)",
                "id int PRIMARY KEY, w text",
                "id int PRIMARY KEY, v frozen<list<text>>"
            })
    void anotherSchemaIsRefusedBeforeAnythingMoves(String columns) {
        source().execute("CREATE TABLE %s.%s (id int PRIMARY KEY, v text)".formatted(KEYSPACE, table));
        destination().execute("CREATE TABLE %s.%s (%s)".formatted(KEYSPACE, table, columns));
        insert(0, 10);

        Transfer transfer = pair.transfer(pair.request(ref()));

        assertRefused(transfer, "SCHEMA_MISMATCH");
        pair.awaitReleased(transfer.id());
    }

    // The schemas agree, but an old SSTable holds a column of the same name and another type.
    @Test
    void anSstableFromBeforeAChangeOfItsSchemaIsRefused() {
        createBoth("id int PRIMARY KEY, v text, w int");
        source().execute("INSERT INTO %s.%s (id, v, w) VALUES (1, 'a', 1)".formatted(KEYSPACE, table));
        pair.source().flush(KEYSPACE, table);
        source().execute("ALTER TABLE %s.%s DROP w".formatted(KEYSPACE, table));
        destination().execute("DROP TABLE %s.%s".formatted(KEYSPACE, table));
        destination().execute("CREATE TABLE %s.%s (id int PRIMARY KEY, v text)".formatted(KEYSPACE, table));

        assertRefused(pair.transfer(pair.request(ref())), "HEADER_MISMATCH");

        destination().execute("ALTER TABLE %s.%s ADD w int".formatted(KEYSPACE, table));
        destination().execute("ALTER TABLE %s.%s DROP w".formatted(KEYSPACE, table));
        assertThat(pair.transfer(pair.request(ref())).outcome()).isEqualTo(Transfer.Outcome.COMPLETE);
        assertSame();
    }

    // Trap 9.
    @Test
    void aRangeTakesTheSstablesWithinItAndNamesTheOthers() {
        createBoth("id int PRIMARY KEY, v text");
        insert(0, 100);

        TransferPlan plan = pair.destinationClient()
                .planTransfer(ranged(List.of("0:9223372036854775807"), TransferRequest.PartialOverlapPolicy.EXCLUDE));
        assertThat(plan.findings())
                .anySatisfy(finding -> assertThat(finding.code()).isEqualTo("PARTIAL_SSTABLES"));
        assertThat(plan.bytesTotal()).isZero();

        Transfer excluded =
                pair.transfer(ranged(List.of("0:9223372036854775807"), TransferRequest.PartialOverlapPolicy.EXCLUDE));
        assertThat(excluded.outcome()).isEqualTo(Transfer.Outcome.PARTIAL);
        assertThat(rows(destination())).isZero();

        Transfer included =
                pair.transfer(ranged(List.of("0:9223372036854775807"), TransferRequest.PartialOverlapPolicy.INCLUDE));
        assertThat(included.outcome()).as("%s", included).isEqualTo(Transfer.Outcome.COMPLETE);
        assertSame();
    }

    // Trap 7: creating an index rewrites the snapshot's TOC.txt through the hard link.
    @Test
    void anIndexMadeAfterTheSnapshotDoesNotDisturbIt() {
        createBoth("id int PRIMARY KEY, v text");
        insert(0, 100);
        String tag = snapshot();
        manifest(tag);
        source().execute("CREATE INDEX %2$s_ix ON %1$s.%2$s (v) USING 'sai'".formatted(KEYSPACE, table));

        assertThat(pair.transfer(fromSnapshot(tag)).outcome()).isEqualTo(Transfer.Outcome.COMPLETE);
        assertSame();
    }

    // Trap 12: index components travel only where the index definitions agree.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void queriesByIndexWorkWithAndWithoutTransferredIndexComponents(boolean sameName) {
        createBoth("id int PRIMARY KEY, v text");
        source().execute("CREATE INDEX %2$s_ix ON %1$s.%2$s (v) USING 'sai'".formatted(KEYSPACE, table));
        String here = sameName ? table + "_ix" : table + "_other";
        destination().execute("CREATE INDEX %3$s ON %1$s.%2$s (v) USING 'sai'".formatted(KEYSPACE, table, here));
        insert(0, 100);

        Transfer transfer = pair.transfer(pair.request(ref()));

        assertThat(transfer.outcome()).as("%s", transfer).isEqualTo(Transfer.Outcome.COMPLETE);
        assertThat(transfer.findings().stream()
                        .anyMatch(finding -> finding.code().equals("INDEXES_DIFFER")))
                .isEqualTo(!sameName);
        assertThat(destination().execute("SELECT id FROM %s.%s WHERE v = 'v42'".formatted(KEYSPACE, table)))
                .hasSize(1);
    }

    @Test
    void tablesThatImportDoesNotServeAreRefusedByName() {
        createBoth("id int PRIMARY KEY, v text");
        destination().execute("ALTER TABLE %s.%s WITH cdc = true".formatted(KEYSPACE, table));
        insert(0, 10);

        assertRefused(pair.transfer(pair.request(ref())), "CDC_TABLE");
        assertThat(pair.transfer(accepting("CDC_TABLE")).outcome()).isEqualTo(Transfer.Outcome.COMPLETE);

        assertRefused(pair.transfer(pair.request(new TableRef("system_auth", "roles"))), "SYSTEM_KEYSPACE");

        destination()
                .execute(
                        "CREATE MATERIALIZED VIEW %1$s.%2$s_view AS SELECT * FROM %1$s.%2$s WHERE v IS NOT NULL AND id IS"
                                        .formatted(KEYSPACE, table)
                                + " NOT NULL PRIMARY KEY (v, id)");
        assertRefused(pair.transfer(accepting("CDC_TABLE")), "HAS_VIEWS");
    }

    @Test
    void aSnapshotOlderThanGcGraceIsRefused() {
        createBoth("id int PRIMARY KEY, v text");
        insert(0, 10);
        String tag = snapshot();
        destination().execute("ALTER TABLE %s.%s WITH gc_grace_seconds = 1".formatted(KEYSPACE, table));
        Instant taken = pair.sourceClient().snapshot(tag).createdAt();
        Awaitility.await("the snapshot is older").until(() -> Instant.now().isAfter(taken.plusSeconds(2)));

        assertRefused(pair.transfer(fromSnapshot(tag)), "SNAPSHOT_TOO_OLD");
    }

    // Trap 1: Cassandra reports success and imports nothing.
    @Test
    void aDirectoryOfAnotherShapeIsRefusedInsteadOfSilentlySkipped() throws IOException {
        createBoth("id int PRIMARY KEY, v text");
        insert(0, 10);
        Path odd = copyOfSource("not-a-table/dir");

        assertThatThrownBy(() -> importDirectory(odd)).isInstanceOfSatisfying(SidecarException.class, e -> assertThat(
                        e.problem().detail())
                .contains(KEYSPACE + "/" + table + "-<32 hex digits>"));

        Path right = copyOfSource(KEYSPACE + "/" + table + "-" + "0".repeat(32));
        assertThat(importDirectory(right).directories()).singleElement().satisfies(result -> {
            assertThat(result.imported()).isTrue();
            assertThat(result.remainingFiles()).isEmpty();
        });
        assertSame();
    }

    // Trap 1: a copy leaves the directory unchanged, whether it succeeded or not.
    @Test
    void aCopyThatCassandraDidNotMakeIsNotReportedAsImported() throws IOException {
        createBoth("id int PRIMARY KEY, v text");
        insert(0, 10);
        Path right = copyOfSource(KEYSPACE + "/" + table + "-" + "2".repeat(32));
        Path unknown = copyOfSource(KEYSPACE + "/" + table + "-" + "3".repeat(32));
        rename(unknown, "nb-", "oa-");

        assertThatThrownBy(() -> copyInto(unknown)).isInstanceOfSatisfying(SidecarException.class, e -> assertThat(
                        e.problem().type())
                .isEqualTo(ProblemType.PLAN_REFUSED.uri()));
        assertThat(rows(destination())).isZero();
        assertThat(copyInto(right)).satisfies(result -> {
            assertThat(result.imported()).as(result.reason()).isTrue();
            assertThat(result.remainingFiles()).isNotEmpty();
        });
        assertSame();
    }

    private ImportResult.DirectoryResult copyInto(Path directory) {
        ImportOptions copy = new ImportOptions(true, null, null, null, null, null, null, null, null, null);
        return pair.destinationClient()
                .importSstables(new ImportRequest(KEYSPACE, table, List.of(directory.toString()), copy, null))
                .directories()
                .get(0);
    }

    private static void rename(Path directory, String from, String to) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, from + "*")) {
            for (Path file : files) {
                Files.move(
                        file,
                        directory.resolve(to + file.getFileName().toString().substring(from.length())));
            }
        }
    }

    // Trap 10: Cassandra imports another type of a column, and reads fail or return garbage.
    @Test
    void stagedFilesOfAnotherTypeAreRefused() throws IOException {
        createBoth("id int PRIMARY KEY, v text");
        insert(0, 10);
        destination().execute("DROP TABLE %s.%s".formatted(KEYSPACE, table));
        destination().execute("CREATE TABLE %s.%s (id int PRIMARY KEY, v int)".formatted(KEYSPACE, table));
        Path staged = copyOfSource(KEYSPACE + "/" + table + "-" + "4".repeat(32));

        assertThatThrownBy(() -> importDirectory(staged)).isInstanceOfSatisfying(SidecarException.class, e -> {
            assertThat(e.problem().type()).isEqualTo(ProblemType.PLAN_REFUSED.uri());
            assertThat(e.problem().detail()).contains("HEADER_MISMATCH", "column v");
        });
        assertThat(staged).isNotEmptyDirectory();
    }

    @Test
    void whatCassandraRefusesIsNamedWithItsReason() throws IOException {
        createBoth("id int PRIMARY KEY, v text");
        insert(0, 10);
        Path staged = copyOfSource(KEYSPACE + "/" + table + "-" + "1".repeat(32));
        SstableDamage.flipByte(NodeSstables.in(staged).get(0).component("Data.db"), 20);

        ImportResult.DirectoryResult result =
                importDirectory(staged).directories().get(0);

        assertThat(result.imported()).isFalse();
        assertThat(result.remainingFiles()).isNotEmpty();
        assertThat(result.reason())
                .contains("Cassandra refused it")
                .contains("look for \"Failed importing\"", "may not write the table's data directory");
        assertThat(rows(destination())).isZero();
    }

    // Trap 5: Cassandra moves the files into its data directory, fails, and makes them live at its next start.
    @Test
    void filesInTheDataDirectoryThatAreNotLiveAreNotReportedAsImported() {
        createBoth("id int PRIMARY KEY, v text");
        for (CqlClient cql : List.of(source(), destination())) {
            cql.execute("CREATE INDEX %2$s_ix ON %1$s.%2$s (v) USING 'sai'".formatted(KEYSPACE, table));
        }
        insert(0, 100);
        String tag = snapshot();
        damageIndex(tag);

        Transfer transfer = pair.transfer(fromSnapshot(tag));

        assertThat(transfer.state()).as("%s", transfer).isEqualTo(TransferState.FAILED);
        assertThat(fates(transfer)).singleElement().satisfies(fate -> {
            assertThat(fate.state()).isEqualTo(TransferSstable.State.NOT_IMPORTED);
            assertThat(fate.reason())
                    .startsWith("not live: Cassandra moved it to " + moved().component("Data.db"))
                    .contains("nodetool refresh " + KEYSPACE + " " + table);
        });
        assertThat(rows(destination())).isZero();

        moved().files().stream()
                .filter(file -> file.getFileName().toString().contains("SAI+"))
                .forEach(SstableDamage::delete);
        pair.destination().nodetool("refresh", KEYSPACE, table).orThrow();
        assertSame();
    }

    // Trap 5 reversed: the failure comes after the files are live.
    @Test
    void liveFilesAreReportedAsImportedAlthoughCassandraFailed() throws IOException {
        createBoth("id int PRIMARY KEY, v text");
        insert(0, 100);
        Path backups =
                pair.destination().tableDirectories(KEYSPACE, table).get(0).resolve("backups");
        Files.deleteIfExists(backups);
        Files.createFile(backups);
        pair.destination().nodetool("enablebackup").orThrow();
        try {
            Transfer transfer = pair.transfer(pair.request(ref()));

            assertThat(transfer.outcome()).as("%s", transfer).isEqualTo(Transfer.Outcome.COMPLETE);
            assertThat(fates(transfer)).singleElement().satisfies(fate -> {
                assertThat(fate.state()).isEqualTo(TransferSstable.State.IMPORTED);
                assertThat(fate.reason()).startsWith("live, although the import failed");
            });
            assertSame();
        } finally {
            pair.destination().nodetool("disablebackup").orThrow();
        }
    }

    /** The destination's only SSTable. */
    private NodeSstables moved() {
        return NodeSstables.in(
                        pair.destination().tableDirectories(KEYSPACE, table).get(0))
                .get(0);
    }

    /** Damages the SAI components of one SSTable. The snapshot must not have a manifest yet. */
    private void damageIndex(String tag) {
        Path snapshot = pair.source()
                .tableDirectories(KEYSPACE, table)
                .get(0)
                .resolve("snapshots")
                .resolve(tag);
        List<Path> components = NodeSstables.in(snapshot).get(0).files().stream()
                .filter(file -> file.getFileName().toString().contains("SAI+"))
                .filter(file -> file.toFile().length() > 32)
                .toList();
        assertThat(components).isNotEmpty();
        components.forEach(file -> {
            SstableDamage.detach(file);
            SstableDamage.flipByte(file, file.toFile().length() / 2);
        });
    }

    private Transfer assertRefused(Transfer transfer, String code) {
        assertThat(transfer.state()).as("%s", transfer).isEqualTo(TransferState.FAILED);
        assertThat(transfer.problem().type()).isEqualTo("urn:idaeus:problem:plan-refused");
        assertThat(transfer.problem().detail()).contains(code);
        assertThat(transfer.progress().bytesFetched()).isZero();
        return transfer;
    }

    private void createBoth(String columns) {
        String create = "CREATE TABLE %s.%s (%s)".formatted(KEYSPACE, table, columns);
        source().execute(create + " WITH compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}");
        destination().execute(create);
    }

    private void insert(int from, int to) {
        for (int i = from; i < to; i++) {
            source().execute("INSERT INTO %s.%s (id, v) VALUES (?, ?)".formatted(KEYSPACE, table), i, "v" + i);
        }
        pair.source().flush(KEYSPACE, table);
    }

    private String snapshot() {
        return pair.sourceClient()
                .createSnapshot(new SnapshotRequest(null, null, List.of(ref()), null, null))
                .tag();
    }

    private void manifest(String tag) {
        List<Manifest> pages = pair.sourceClient()
                .manifestPages(tag, KEYSPACE, table, List.of(), Duration.ofMinutes(1))
                .toList();
        assertThat(pages.get(0).state()).isEqualTo(Manifest.State.READY);
    }

    private void damage(String tag, String component) {
        damage(
                tag,
                component,
                file -> SstableDamage.flipByte(file, file.toFile().length() / 2));
    }

    /** Damages one SSTable in the snapshot but not in the live table. */
    private void damage(String tag, String component, Consumer<Path> how) {
        for (Path directory : pair.source().tableDirectories(KEYSPACE, table)) {
            Path snapshot = directory.resolve("snapshots").resolve(tag);
            List<NodeSstables> found = Files.isDirectory(snapshot) ? NodeSstables.in(snapshot) : List.of();
            if (!found.isEmpty()) {
                Path file = found.get(0).component(component);
                SstableDamage.detach(file);
                how.accept(file);
                return;
            }
        }
        throw new AssertionError("no SSTable in snapshot " + tag);
    }

    private Path copyOfSource(String leaf) throws IOException {
        Path staged = Files.createDirectories(pair.destinationSidecar()
                .stagingRoot()
                .resolve("by-hand-" + table)
                .resolve(leaf));
        for (Path directory : pair.source().tableDirectories(KEYSPACE, table)) {
            for (NodeSstables sstable : NodeSstables.in(directory)) {
                sstable.files().forEach(file -> copy(file, staged.resolve(file.getFileName())));
            }
        }
        return staged;
    }

    private static void copy(Path from, Path to) {
        try {
            Files.copy(from, to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ImportResult importDirectory(Path directory) {
        return pair.destinationClient()
                .importSstables(new ImportRequest(KEYSPACE, table, List.of(directory.toString()), null, null));
    }

    private List<TransferSstable> fates(Transfer transfer) {
        return pair.destinationClient().allTransferSstables(transfer.id()).toList();
    }

    private TransferRequest fromSnapshot(String tag) {
        return edited(null, tag, null, null, null);
    }

    private TransferRequest ranged(List<String> ranges, TransferRequest.PartialOverlapPolicy partial) {
        return edited(ranges, null, partial, null, null);
    }

    private TransferRequest accepting(String code) {
        return edited(null, null, null, null, List.of(code));
    }

    private TransferRequest continuing(TransferRequest request) {
        return edited(null, request.snapshot(), null, TransferRequest.CorruptPolicy.CONTINUE, null);
    }

    private TransferRequest edited(
            List<String> ranges,
            String snapshot,
            TransferRequest.PartialOverlapPolicy partial,
            TransferRequest.CorruptPolicy onCorrupt,
            List<String> accept) {
        TransferRequest plain = pair.request(ref());
        return plain.toBuilder()
                .ranges(ranges)
                .snapshot(snapshot)
                .onPartialOverlap(partial)
                .onCorrupt(onCorrupt)
                .accept(accept)
                .build();
    }

    private void assertSame() {
        assertThat(pair.compare(ref()).requireSame()).isPositive();
    }

    private long rows(CqlClient cql) {
        return ComparableRows.of(cql, KEYSPACE, table).count();
    }

    private TableRef ref() {
        return new TableRef(KEYSPACE, table);
    }

    private static CqlClient source() {
        return pair.source().cql();
    }

    private static CqlClient destination() {
        return pair.destination().cql();
    }
}
