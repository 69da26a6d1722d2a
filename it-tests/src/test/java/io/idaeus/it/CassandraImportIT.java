/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.idaeus.api.ProblemType;
import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.tiers.EachVersion;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.SnapshotOptions;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings;
import io.idaeus.sidecar.cassandra.importing.ImportOutcome;
import io.idaeus.sidecar.cassandra.importing.ImportOutcome.Status;
import io.idaeus.sidecar.cassandra.importing.JmxImporter;
import io.idaeus.sidecar.cassandra.importing.NodetoolImportOptions;
import io.idaeus.sidecar.cassandra.importing.NodetoolImporter;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.config.Credentials;
import io.idaeus.sidecar.problem.ProblemException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Imports by nodetool and over JMX do the same, on every version. JMX requires a password throughout. */
@Tag("core")
@EachVersion
class CassandraImportIT {
    private static final TableName TABLE = new TableName("ks", "t");
    private static final String STAGED_TABLE = "ks/t-" + "0123456789abcdef".repeat(2);
    private static final Credentials CREDENTIALS = new Credentials(Profile.JMX_USER, Profile.JMX_PASSWORD);
    private static final NodetoolImportOptions COPY =
            new NodetoolImportOptions(true, false, false, false, false, false, false, false, false, false);

    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.one(Profile.JMX_LOGIN);

    private static CassandraNode node;
    private static CassandraDoor overNodetool;
    private static CassandraDoor overJmx;
    private static List<Path> sstable;
    private static int stagings;

    private final CassandraVersion version = CassandraVersion.selected();

    private Path staging;

    enum Way {
        NODETOOL,
        JMX
    }

    @BeforeAll
    static void start() throws IOException {
        node = nodes.first();
        overJmx = new CassandraDoor(CassandraSettings.of(Doors.jmx(node, CREDENTIALS), Doors.cql(node, null), null));
        overNodetool = new CassandraDoor(
                CassandraSettings.of(Doors.jmx(node, CREDENTIALS), Doors.cql(node, null), node.nodetoolScript()));
        node.cql().createKeyspace("ks", 1);
        node.cql().execute("CREATE TABLE ks.t (id int PRIMARY KEY, v text)");
        for (int id = 0; id < 100; id++) {
            node.cql().execute("INSERT INTO ks.t (id, v) VALUES (?, ?)", id, "value " + id);
        }
        sstable = snapshot();
    }

    @AfterAll
    static void stop() {
        overJmx.close();
        overNodetool.close();
    }

    @BeforeEach
    void emptyTheTable() throws IOException {
        node.cql().execute("TRUNCATE ks.t");
        staging = Files.createDirectories(node.directory().resolve("staging").resolve("run-" + stagings++));
    }

    @Test
    void nodetoolImportsWhereItIsConfigured() {
        assertThat(overNodetool.importerFor(List.of())).isInstanceOf(NodetoolImporter.class);
        assertThat(overJmx.importerFor(List.of())).isInstanceOf(JmxImporter.class);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void movesTheFilesItImports(Way way) throws IOException {
        Path directory = stage("one");

        ImportOutcome outcome = take(way, NodetoolImportOptions.DEFAULTS, directory);

        assertThat(outcome.status()).as(outcome.output()).isEqualTo(Status.DONE);
        assertThat(outcome.failed()).isEmpty();
        assertThat(directory).isEmptyDirectory();
        assertThat(rows()).isEqualTo(100);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void copiesWhenAsked(Way way) throws IOException {
        Path directory = stage("one");

        ImportOutcome outcome = take(way, COPY, directory);

        assertThat(outcome.status()).as(outcome.output()).isEqualTo(Status.DONE);
        assertThat(names(directory)).contains(sstable.get(0).getFileName().toString());
        assertThat(rows()).isEqualTo(100);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void takesTwoHundredDirectoriesInOneCall(Way way) throws IOException {
        List<Path> directories = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            directories.add(stage("source/nb-" + i + "-big"));
        }

        ImportOutcome outcome = take(way, NodetoolImportOptions.DEFAULTS, directories.toArray(Path[]::new));

        assertThat(outcome.status()).as(outcome.output()).isEqualTo(Status.DONE);
        assertThat(directories).allSatisfy(directory -> assertThat(directory).isEmptyDirectory());
        assertThat(rows()).isEqualTo(100);
    }

    /** The first half is Cassandra's behaviour, which the second half is there for. */
    @Test
    void anImportAloneStartsNoCompaction() throws IOException {
        int imported = takeEight();
        await().during(Duration.ofSeconds(5))
                .atMost(Duration.ofSeconds(20))
                .until(CassandraImportIT::liveSstables, live -> live == imported);

        assertThat(overJmx.compactions().begin(TABLE)).isTrue();

        await().atMost(Duration.ofSeconds(30)).until(CassandraImportIT::liveSstables, live -> live < imported);
        assertThat(rows()).isEqualTo(100);
    }

    @Test
    void compactionsThatAreDisabledStayDisabled() throws IOException {
        node.nodetool("disableautocompaction", "ks", "t").orThrow();
        try {
            int imported = takeEight();

            assertThat(overJmx.compactions().begin(TABLE)).isFalse();

            await().during(Duration.ofSeconds(5))
                    .atMost(Duration.ofSeconds(20))
                    .until(CassandraImportIT::liveSstables, live -> live == imported);
        } finally {
            node.nodetool("enableautocompaction", "ks", "t").orThrow();
        }
    }

    private int takeEight() throws IOException {
        List<Path> directories = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            directories.add(stage("source/nb-" + i + "-big"));
        }
        ImportOutcome outcome = take(Way.JMX, NodetoolImportOptions.DEFAULTS, directories.toArray(Path[]::new));
        assertThat(outcome.status()).as(outcome.output()).isEqualTo(Status.DONE);
        return liveSstables();
    }

    // Files that are no longer live stay for a while.
    private static int liveSstables() {
        return node.liveSstables("ks", "t");
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void namesTheDirectoriesThatFailAndImportsTheOthers(Way way) throws IOException {
        Path good = stage("good");
        Path bad = stage("bad");
        Path worse = stage("worse");
        corrupt(bad);
        corrupt(worse);

        ImportOutcome outcome = take(way, NodetoolImportOptions.DEFAULTS, bad, good, worse);

        assertThat(outcome.status()).as(outcome.output()).isEqualTo(Status.SOME_FAILED);
        assertThat(outcome.failed()).containsExactlyInAnyOrder(bad, worse);
        assertThat(good).isEmptyDirectory();
        assertThat(names(bad)).hasSize(sstable.size());
        assertThat(rows()).isEqualTo(100);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void passesOnCassandrasMessageAboutAMissingDirectory(Way way) {
        Path missing = staging.resolve("missing").resolve(STAGED_TABLE);

        ImportOutcome outcome = take(way, NodetoolImportOptions.DEFAULTS, missing);

        assertThat(outcome.status()).isEqualTo(Status.ERROR);
        assertThat(outcome.output()).contains(missing.toString());
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void passesEveryOption(Way way) throws IOException {
        boolean five = version.compareTo(CassandraVersion.V5_0) >= 0;
        Path directory = stage("options");
        NodetoolImportOptions all =
                new NodetoolImportOptions(true, true, true, true, true, true, true, true, five, five);
        NodetoolImportOptions extended =
                new NodetoolImportOptions(true, false, false, false, false, false, false, true, false, five);
        for (NodetoolImportOptions options : List.of(all, extended)) {
            ImportOutcome outcome = take(way, options, directory);
            assertThat(outcome.status()).as(outcome.output()).isEqualTo(Status.DONE);
            assertThat(rows()).isEqualTo(100);
            node.cql().execute("TRUNCATE ks.t");
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void skipsTheDigestOnlyWhenAsked(Way way) throws IOException {
        Path directory = stage("digest");
        Path digest = sstable.stream()
                .filter(file -> file.toString().endsWith("-Digest.crc32"))
                .findFirst()
                .orElseThrow();
        Files.writeString(directory.resolve(digest.getFileName()), "1");

        ImportOutcome checked = take(way, NodetoolImportOptions.DEFAULTS, directory);
        assertThat(checked.failed()).as(checked.output()).containsExactly(directory);

        ImportOutcome unchecked = take(
                way,
                new NodetoolImportOptions(false, false, false, true, false, false, false, false, false, false),
                directory);
        assertThat(unchecked.status()).as(unchecked.output()).isEqualTo(Status.DONE);
        assertThat(rows()).isEqualTo(100);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void refusesInvalidRequestsWithoutAskingCassandra(Way way) throws IOException {
        Path directory = stage("refused");
        refusedAs(
                ProblemType.UNKNOWN_TABLE,
                way,
                new TableName("ks", "missing"),
                NodetoolImportOptions.DEFAULTS,
                directory);
        refusedAs(
                ProblemType.UNKNOWN_KEYSPACE, way, new TableName("no", "t"), NodetoolImportOptions.DEFAULTS, directory);
        refusedAs(ProblemType.INVALID_REQUEST, way, TABLE, NodetoolImportOptions.DEFAULTS);
        refusedAs(ProblemType.INVALID_REQUEST, way, TABLE, NodetoolImportOptions.DEFAULTS, Path.of("-e"));
        refusedAs(ProblemType.INVALID_REQUEST, way, TABLE, NodetoolImportOptions.DEFAULTS, staging.resolve("a\nb"));
        if (version.compareTo(CassandraVersion.V5_0) < 0) {
            refusedAs(
                    ProblemType.UNPROCESSABLE,
                    way,
                    TABLE,
                    new NodetoolImportOptions(false, false, false, false, false, false, false, false, true, false),
                    directory);
        }
        assertThat(names(directory)).hasSize(sstable.size());
    }

    @Test
    void aWrongPasswordIsNamed() {
        try (CassandraDoor stranger = new CassandraDoor(CassandraSettings.of(
                Doors.jmx(node, new Credentials(Profile.JMX_USER, "wrong")), Doors.cql(node, null), null))) {
            assertThatExceptionOfType(ProblemException.class)
                    .isThrownBy(() -> stranger.node().identity())
                    .withMessageContaining("127.0.0.1:" + node.jmxPort())
                    .withMessageContaining("Invalid username or password")
                    .satisfies(e -> assertThat(e.type()).isEqualTo(ProblemType.CASSANDRA_UNAVAILABLE));
        }
        try (CassandraDoor stranger = new CassandraDoor(Doors.settings(node))) {
            assertThatExceptionOfType(ProblemException.class)
                    .isThrownBy(() -> stranger.node().identity())
                    .withMessageContaining("Credentials required");
        }
    }

    private static ImportOutcome take(Way way, NodetoolImportOptions options, Path... directories) {
        return take(way, TABLE, options, directories);
    }

    private static ImportOutcome take(Way way, TableName table, NodetoolImportOptions options, Path... directories) {
        List<Path> all = List.of(directories);
        CassandraDoor door = way == Way.JMX ? overJmx : overNodetool;
        return door.importerFor(all).importInto(table, all, options);
    }

    private static void refusedAs(
            ProblemType type, Way way, TableName table, NodetoolImportOptions options, Path... directories) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> take(way, table, options, directories))
                .satisfies(e -> assertThat(e.type()).as(e.getMessage()).isEqualTo(type));
    }

    private static int rows() {
        return node.cql().execute("SELECT id FROM ks.t").size();
    }

    /** Copies the SSTable into a directory. */
    private Path stage(String name) throws IOException {
        Path directory = Files.createDirectories(staging.resolve(name).resolve(STAGED_TABLE));
        for (Path file : sstable) {
            Files.copy(file, directory.resolve(file.getFileName()));
        }
        return directory;
    }

    /** The files of the snapshot's only SSTable. */
    private static List<Path> snapshot() throws IOException {
        overJmx.snapshots().takeTables("seed", List.of(TABLE), SnapshotOptions.DEFAULTS);
        Path directory = node.tableDirectories("ks", "t").get(0).resolve("snapshots/seed");
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().matches("[a-z]{2}-.*"))
                    .toList();
        }
    }

    private static void corrupt(Path directory) throws IOException {
        Path data = directory.resolve(names(directory).stream()
                .filter(name -> name.endsWith("-Data.db"))
                .findFirst()
                .orElseThrow());
        try (RandomAccessFile file = new RandomAccessFile(data.toFile(), "rw")) {
            file.seek(file.length() / 2);
            int old = file.read();
            file.seek(file.length() / 2);
            file.write(old ^ 1);
        }
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
