/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferWait;
import io.idaeus.client.SidecarCallException;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.NodeSstables;
import io.idaeus.it.harness.process.LoopDisk;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.Pair;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The sidecar dies at each crash point. After a restart, the transfer ends as if nothing had happened. */
class TransferStepsIT {
    private static final PayloadTable TABLE = new PayloadTable("shop", "crashing", 700, 16_384);
    private static final Pattern STEP = Pattern.compile("CrashPoint: crash point (\\S+)");

    // Written at the start of a sidecar, or not by these transfers.
    private static final Set<String> ELSEWHERE = Set.of("limits", "cleanup");

    // On a busy machine.
    private static final Duration LONGEST_WAY = Duration.ofMinutes(1);

    // One of each kind, and those that an import depends on.
    private static final List<String> GATE = List.of(
            "transfers.named",
            "plans.named",
            "small-files.forced",
            "pieces.recorded",
            "files.named",
            "imports.begins",
            "imports.done",
            "releases.done");

    // All others of the destination.
    private static final List<String> DESTINATION = List.of(
            "transfers.forced",
            "transfers.renamed",
            "plans.forced",
            "plans.renamed",
            "small-files.begins",
            "files.forced",
            "files.renamed",
            "pieces.forced",
            "pieced-files.renamed",
            "pieced-files.named",
            "clearings-of-staging.done",
            "ended-transfers.forced",
            "ended-transfers.renamed",
            "ended-transfers.named");

    private static final List<String> SOURCE = List.of(
            "snapshots.forced",
            "snapshots.renamed",
            "snapshots.named",
            "orders-of-snapshots.begins",
            "orders-of-snapshots.done",
            "leases.forced",
            "leases.renamed",
            "leases.named",
            "manifests.forced",
            "manifests.renamed",
            "manifests.named",
            "clearings-of-snapshots.done");

    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.two(Profile.PLAIN);

    private static CassandraNode source;
    private static CassandraNode destination;

    @BeforeAll
    static void start() {
        source = nodes.first();
        destination = nodes.second();
        TABLE.load(source, 8);
        TABLE.create(destination.cql());
    }

    /** The destination dies. One source runs through all tests. */
    abstract static class Destination {
        static SidecarProcess there;

        @BeforeAll
        static void start() {
            there = source().start();
        }

        @AfterAll
        static void stop() {
            there.close();
        }

        void assertSurvivesTheEndAt(String point) throws IOException {
            destination.cql().execute("TRUNCATE " + TABLE.name());
            try (SidecarProcess mortal =
                    destination("-Didaeus.crashPoint=" + point).start()) {
                // Without a response, the client repeats the request with the same key; the sidecar may know it or not.
                String key = UUID.randomUUID().toString();
                create(mortal, request(there), key);
                Awaitility.await("the end at " + point).atMost(LONGEST_WAY).until(() -> !mortal.isAlive());
                try (SidecarProcess next = destination().start()) {
                    String id = client(next).createTransfer(request(there), key).id();
                    assertAsIfNothingHappened(next, id);
                }
            }
        }

        static void assertAsIfNothingHappened(SidecarProcess here, String id) throws IOException {
            TransferStepsIT.assertAsIfNothingHappened(there, here, id);
            TransferRequest request = client(here).transfer(id).request();
            assertThat(client(here).transfers(null, null).transfers())
                    .filteredOn(found -> found.request().equals(request))
                    .as("accepted once")
                    .hasSize(1);
        }
    }

    /** The points that every change is tested at. */
    @Nested
    @Tag("core")
    class TheGate extends Destination {
        @ParameterizedTest
        @FieldSource("io.idaeus.it.TransferStepsIT#GATE")
        void theDestinationMayEndAt(String point) throws IOException {
            assertSurvivesTheEndAt(point);
        }
    }

    @Nested
    @Tag("faults")
    class TheDestination extends Destination {
        @ParameterizedTest
        @FieldSource("io.idaeus.it.TransferStepsIT#DESTINATION")
        void theDestinationMayEndAt(String point) throws IOException {
            assertSurvivesTheEndAt(point);
        }

        @Test
        void anAcceptedTransferSurvivesAPowerFailure() throws IOException {
            destination.cql().execute("TRUNCATE " + TABLE.name());
            try (SidecarProcess here = destination().build();
                    LoopDisk disk = disk(here)) {
                here.start();
                String id = client(here).createTransfer(request(there), null).id();
                here.kill9();
                disk.losePower();
                here.start();

                assertAsIfNothingHappened(here, id);
            }
        }

        // Cassandra's own disk keeps its power.
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "plans.named",
                    "small-files.begins",
                    "small-files.forced",
                    "pieces.recorded",
                    "imports.begins",
                    "imports.done",
                    "ended-transfers.named"
                })
        void theDestinationMayLosePowerAt(String point) throws IOException {
            destination.cql().execute("TRUNCATE " + TABLE.name());
            try (SidecarProcess mortal =
                            destination("-Didaeus.crashPoint=" + point).build();
                    LoopDisk disk = disk(mortal)) {
                mortal.start();
                String id = client(mortal).createTransfer(request(there), null).id();
                Awaitility.await("the end at " + point).atMost(LONGEST_WAY).until(() -> !mortal.isAlive());
                disk.losePower();
                try (SidecarProcess next = destination().start()) {
                    assertAsIfNothingHappened(next, id);
                    if (point.equals("small-files.forced") || point.startsWith("pieces")) {
                        assertThat(client(next).transfer(id).progress().bytesResumed())
                                .as("what was proven and forced did not come again")
                                .isPositive();
                    }
                }
            }
        }

        // A Cassandra killed between two renames deletes at its next start what it had moved.
        @ParameterizedTest
        @ValueSource(strings = {"-Index.db", "-TOC.txt", "-Statistics.db"})
        void anSstableThatAnImportLeftSplitIsFetchedAgain(String component) throws IOException {
            destination.cql().execute("TRUNCATE " + TABLE.name());
            try (SidecarProcess mortal =
                    destination("-Didaeus.crashPoint=imports.begins").start()) {
                String key = UUID.randomUUID().toString();
                create(mortal, request(there), key);
                Awaitility.await("the import").atMost(LONGEST_WAY).until(() -> !mortal.isAlive());
                Path moved = staged(mortal, component);
                Files.delete(moved);
                Path data = Path.of(moved.toString().replace(component, "-Data.db"));
                BasicFileAttributes before = Files.readAttributes(data, BasicFileAttributes.class);
                try (SidecarProcess next =
                        destination("-Didaeus.crashPoint=imports.begins").start()) {
                    Awaitility.await("the next import").atMost(LONGEST_WAY).until(() -> !next.isAlive());
                    assertThat(moved).exists();
                    assertThat(Files.readAttributes(data, BasicFileAttributes.class)
                                    .fileKey())
                            .as("what was there did not come again")
                            .isEqualTo(before.fileKey());
                }
                try (SidecarProcess last = destination().start()) {
                    String id = client(last).createTransfer(request(there), key).id();
                    assertAsIfNothingHappened(last, id);
                }
            }
        }

        // Nothing proves that what is in no data directory was live.
        @Test
        void whatWasMergedBeforeItsImportWasRecordedIsFetchedAndImportedAgain() throws IOException {
            destination.cql().execute("TRUNCATE " + TABLE.name());
            try (SidecarProcess mortal =
                    destination("-Didaeus.crashPoint=imports.done").start()) {
                String key = UUID.randomUUID().toString();
                create(mortal, request(there), key);
                Awaitility.await("the import").atMost(LONGEST_WAY).until(() -> !mortal.isAlive());
                destination.compact(TABLE.keyspace(), TABLE.table());
                try (SidecarProcess next = destination().start()) {
                    String id = client(next).createTransfer(request(there), key).id();
                    Transfer transfer = Awaitility.await("the end of " + id)
                            .atMost(Duration.ofMinutes(2))
                            .until(() -> client(next).transfer(id), found -> found.state()
                                    .isFinal());
                    assertThat(transfer.outcome()).as("%s", transfer).isEqualTo(Transfer.Outcome.COMPLETE);
                    assertThat(client(next).allTransferSstables(id).toList())
                            .as("each was fetched again")
                            .hasSize(2)
                            .allMatch(sstable -> sstable.attempts() == 1);
                    assertThat(Pair.compare(source, destination, TABLE.ref()).requireSame())
                            .isEqualTo(TABLE.rows());
                }
            }
        }

        // Cassandra's import hangs where it opens a pipe that nobody writes to.
        @Test
        void anImportThatOutlivesItsTimeoutStaysUndecidedOverARestartUntilItHasEnded() throws Exception {
            destination.cql().execute("TRUNCATE " + TABLE.name());
            try (SidecarProcess mortal =
                    destination("-Didaeus.crashPoint=imports.begins").start()) {
                String key = UUID.randomUUID().toString();
                create(mortal, request(there), key);
                Awaitility.await("the import").atMost(LONGEST_WAY).until(() -> !mortal.isAlive());
                Path statistics = staged(mortal, "-Statistics.db");
                Path proven = Files.move(statistics, mortal.directory().resolve("proven"));
                Path pipe = mortal.directory().resolve("pipe");
                assertThat(new ProcessBuilder("mkfifo", statistics.toString())
                                .start()
                                .waitFor())
                        .isZero();
                // The JVM of nodetool takes longer to start. Killed, since a close deletes its state.
                SidecarProcess next = destination()
                        .set("cassandra.importer", "jmx")
                        .set("cassandra.importTimeout", "1s")
                        .start();
                String id = client(next).createTransfer(request(there), key).id();
                assertThat(awaitRunningImport(next, id).detail())
                        .contains("did not end within 1 s", "Cassandra still imports, in RMI TCP Connection");
                client(next).pauseTransfer(id);
                client(next).resumeTransfer(id);
                next.kill9();
                try (SidecarProcess last = destination().start()) {
                    assertThat(awaitRunningImport(last, id).detail()).contains("Cassandra still imports");
                    Files.move(statistics, pipe);
                    Files.move(proven, statistics);
                    Files.newOutputStream(pipe, StandardOpenOption.WRITE).close();
                    assertAsIfNothingHappened(last, id);
                }
            }
        }

        // The kernel keeps what a killed process wrote. Only the order of the calls shows what a host crash leaves.
        @Test
        void aTransferIsDurableBeforeItsAcceptanceIsSent() throws Exception {
            try (SidecarProcess here = destination().start()) {
                Path log = here.directory().resolve("logs").resolve("calls.log");
                String id;
                try (SystemCalls calls = SystemCalls.of(here.pid(), log)) {
                    id = client(here).createTransfer(fromNobody(), null).id();
                    calls.awaitLine("HTTP/1.1 202");
                }
                String record = here.stateDirectory()
                        .resolve("transfers")
                        .resolve(id + ".json")
                        .toString();
                assertThat(SystemCalls.read(log, List.of(record, here.stateDirectory() + "/transfers", "HTTP/1.1 202")))
                        .containsSubsequence(
                                "write " + record + ".tmp",
                                "fsync " + record + ".tmp",
                                "rename " + record,
                                "fsync " + here.stateDirectory() + "/transfers",
                                "answer HTTP/1.1 202");
            }
        }

        @Test
        void aFetchedFileAndItsNameAreDurable() throws Exception {
            destination.cql().execute("TRUNCATE " + TABLE.name());
            try (SidecarProcess here = destination().start()) {
                Path log = here.directory().resolve("logs").resolve("calls.log");
                String id;
                try (SystemCalls calls = SystemCalls.of(here.pid(), log)) {
                    id = client(here).createTransfer(request(there), null).id();
                    assertAsIfNothingHappened(here, id);
                }
                // One file travels in pieces, the other whole, and small components in bundles.
                assertThat(renamed(log, "-Data.db")).hasSize(2);
                String plan = here.stateDirectory() + "/plans/" + id + ".json";
                for (String file : renamed(log, "-Data.db")) {
                    assertForced(log, file, plan);
                }
                assertForcedTogether(log, here.stagingRoot().toString(), plan);
                assertRecordsForced(log);
            }
        }
    }

    /** The source dies. One destination runs through all tests. */
    @Nested
    @Tag("faults")
    class TheSource {
        private static SidecarProcess here;

        @BeforeAll
        static void start() {
            here = destination().start();
        }

        @AfterAll
        static void stop() {
            here.close();
        }

        @ParameterizedTest
        @FieldSource("io.idaeus.it.TransferStepsIT#SOURCE")
        void theSourceMayEndAt(String point) throws IOException {
            destination.cql().execute("TRUNCATE " + TABLE.name());
            try (SidecarProcess mortal =
                    source().jvmOptions("-Didaeus.crashPoint=" + point).start()) {
                String id = client(here).createTransfer(request(mortal), null).id();
                Awaitility.await("the end at " + point).atMost(LONGEST_WAY).until(() -> !mortal.isAlive());
                try (SidecarProcess next = source().start()) {
                    assertAsIfNothingHappened(next, here, id);
                }
            }
        }

        @ParameterizedTest
        @ValueSource(strings = {"orders-of-snapshots.begins", "leases.named"})
        void theSourceMayLosePowerAt(String point) throws IOException {
            destination.cql().execute("TRUNCATE " + TABLE.name());
            try (SidecarProcess mortal =
                            source().jvmOptions("-Didaeus.crashPoint=" + point).build();
                    LoopDisk disk = disk(mortal)) {
                mortal.start();
                String id = client(here).createTransfer(request(mortal), null).id();
                Awaitility.await("the end at " + point).atMost(LONGEST_WAY).until(() -> !mortal.isAlive());
                disk.losePower();
                try (SidecarProcess next = source().start()) {
                    assertAsIfNothingHappened(next, here, id);
                }
            }
        }
    }

    // Fails if a crash point was added that no test above covers.
    @Test
    @Tag("faults")
    void everyCrashPointIsTested() throws Exception {
        destination.cql().execute("TRUNCATE " + TABLE.name());
        try (SidecarProcess there =
                        source().jvmOptions("-Didaeus.traceCrashPoints=true").start();
                SidecarProcess here =
                        destination("-Didaeus.traceCrashPoints=true").start()) {
            String id = client(here).createTransfer(request(there), null).id();
            assertAsIfNothingHappened(there, here, id);

            assertThat(steps(here)).containsExactlyInAnyOrderElementsOf(both(GATE, DESTINATION));
            Awaitility.await("every step of the source")
                    .untilAsserted(() -> assertThat(steps(there)).containsExactlyInAnyOrderElementsOf(SOURCE));
        }
    }

    /** A disk for the state and the staging of a sidecar that is not running. */
    private static LoopDisk disk(SidecarProcess sidecar) {
        LoopDisk disk = LoopDisk.make(sidecar.directory(), 128);
        assumeTrue(disk != null, "a file system of its own wants root and mkfs.ext4");
        return disk;
    }

    private static TransferWait awaitRunningImport(SidecarProcess at, String id) {
        return Awaitility.await("the wait for the import")
                .atMost(Duration.ofMinutes(1))
                .ignoreExceptionsInstanceOf(SidecarCallException.class)
                .until(
                        () -> client(at).transfer(id).waiting(),
                        waiting -> waiting != null && waiting.cause() == TransferWait.Cause.IMPORT_RUNNING);
    }

    private static Path staged(SidecarProcess sidecar, String component) throws IOException {
        try (Stream<Path> files = Files.walk(sidecar.stagingRoot())) {
            return files.filter(file -> file.toString().endsWith(component))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** The files renamed to a name with this suffix. */
    private static List<String> renamed(Path log, String component) throws IOException {
        return SystemCalls.read(log, List.of(component)).stream()
                .filter(call -> call.startsWith("rename "))
                .map(call -> call.substring("rename ".length()))
                .toList();
    }

    private static void assertForced(Path log, String file, String plan) throws IOException {
        String directory = file.substring(0, file.lastIndexOf('/'));
        List<String> calls = SystemCalls.read(log, List.of(directory, plan)).stream()
                .map(call -> call.replace("pwrite64", "write").replace("fdatasync", "fsync"))
                .toList();
        assertThat(calls)
                .containsSubsequence(
                        "write " + file + ".part",
                        "fsync " + file + ".part",
                        "rename " + file,
                        "fsync " + directory,
                        "write " + plan + ".tmp",
                        "fsync " + plan + ".tmp",
                        "rename " + plan);
        assertThat(calls.subList(0, calls.indexOf("rename " + file)))
                .filteredOn(call -> call.endsWith(" " + file + ".part"))
                .as("nothing is written after it was forced")
                .last()
                .isEqualTo("fsync " + file + ".part");
    }

    // By one call for the file system, and under their own names.
    private static void assertForcedTogether(Path log, String staging, String plan) throws IOException {
        List<String> calls = SystemCalls.read(log, List.of("-Statistics.db", "syncfs", plan)).stream()
                .map(call -> call.replace("pwrite64", "write"))
                .toList();
        List<String> small = calls.stream()
                .filter(call -> call.startsWith("write " + staging) && call.endsWith("-Statistics.db"))
                .toList();
        assertThat(small).hasSize(2);
        int forced = calls.indexOf(calls.stream()
                .filter(call -> call.startsWith("syncfs " + staging))
                .reduce((first, last) -> last)
                .orElseThrow());
        assertThat(calls.indexOf("write " + plan + ".tmp"))
                .as("the plan: %s", calls)
                .isLessThan(forced);
        assertThat(calls.lastIndexOf("write " + plan + ".tmp"))
                .as("no SSTable is on record as fetched before it is durable: %s", calls)
                .isGreaterThan(forced);
        assertThat(calls.subList(0, forced))
                .as("nothing is written after it was forced")
                .containsAll(small);
    }

    // Without the fsync, a host that loses power fetches all pieces again.
    private static void assertRecordsForced(Path log) throws IOException {
        String calls = SystemCalls.read(log, List.of(".part.pieces")).stream()
                .map(call -> call.contains("sync ") ? "F" : "w")
                .collect(Collectors.joining());
        assertThat(calls).as("the head, then records, each forced").matches("w(wF)+");
    }

    private static List<String> both(List<String> some, List<String> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    private static Set<String> steps(SidecarProcess sidecar) throws IOException {
        Set<String> steps = new TreeSet<>();
        STEP.matcher(Files.readString(sidecar.log()))
                .results()
                .map((MatchResult found) -> found.group(1))
                .filter(step -> !ELSEWHERE.contains(step.substring(0, step.indexOf('.'))))
                .forEach(steps::add);
        return steps;
    }

    private static void create(SidecarProcess at, TransferRequest request, String key) {
        try {
            client(at).createTransfer(request, key);
        } catch (SidecarCallException ended) {
            // It may have accepted the request; a repeat with the same key tells.
        }
    }

    private static void assertAsIfNothingHappened(SidecarProcess there, SidecarProcess here, String id)
            throws IOException {
        Transfer transfer = Awaitility.await("the end of " + id)
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(50))
                .ignoreExceptionsInstanceOf(SidecarCallException.class)
                .until(() -> client(here).transfer(id), found -> found.state().isFinal());
        assertThat(transfer.outcome()).as("%s", transfer).isEqualTo(Transfer.Outcome.COMPLETE);
        assertThat(Pair.compare(source, destination, TABLE.ref()).requireSame()).isEqualTo(TABLE.rows());
        assertThat(destination.tableDirectories(TABLE.keyspace(), TABLE.table()))
                .flatExtracting(NodeSstables::in)
                .as("each SSTable once")
                .hasSize(transfer.sstables().imported());
        assertThat(here.stagingRoot().resolve(id)).doesNotExist();
        Pair.awaitReleased(client(there), id);
    }

    private static SidecarProcess.Builder source() {
        return SidecarProcess.beside(source)
                .set("snapshots.reaperInterval", "1s")
                .set("snapshots.leaseTtl", "5m");
    }

    private static SidecarProcess.Builder destination(String... options) {
        return SidecarProcess.beside(destination)
                .allowPeers(source.address())
                .set("transfers.pieceSize", "4MiB")
                // Each nodetool would start one more JVM.
                .importOverJmx()
                .jvmOptions(options);
    }

    private static TransferRequest request(SidecarProcess from) {
        return TransferRequest.builder(List.of(SourceRef.at(from.restUri().toString())), List.of(TABLE.ref()))
                .accept(List.of("STAGING_ELSEWHERE"))
                .build();
    }

    /** Accepted first, then refused by the peer policy. */
    private static TransferRequest fromNobody() {
        return TransferRequest.builder(List.of(SourceRef.at("http://127.200.200.200:9043")), List.of(TABLE.ref()))
                .build();
    }

    private static SidecarClient client(SidecarProcess of) {
        return SidecarClient.of(of.restUri());
    }
}
