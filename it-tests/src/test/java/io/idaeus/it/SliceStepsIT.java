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
import io.idaeus.client.SidecarCallException;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.process.LoopDisk;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.Pair;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The sidecar dies at each step of a slice, and goes on: half of a table comes by slices, and then the other half. */
@Tag("faults")
class SliceStepsIT {
    private static final PayloadTable TABLE = new PayloadTable("shop", "sliced", 1_400, 16_384);
    private static final Pattern STEP = Pattern.compile("CrashPoint: crash point (sli\\S+)");

    // The sidecar may not even have begun. A machine that does much else starts one in 14 s.
    private static final Duration LONGEST_WAY = Duration.ofMinutes(1);

    // The directory of what was fetched for a slice gives its name to the records in it.
    private static final List<String> STEPS = List.of(
            "slice-parts.forced", "slice-parts.renamed", "slice-parts.named", "slices.named", "slices.recorded");

    private static final List<String> HALF = List.of(
            "-8000000000000000000:-4000000000000000000",
            "0:3000000000000000000",
            "6000000000000000000:-9000000000000000000");
    private static final List<String> OTHER_HALF = List.of(
            "-9000000000000000000:-8000000000000000000",
            "-4000000000000000000:0",
            "3000000000000000000:6000000000000000000");

    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.two(Profile.PLAIN);

    private static CassandraNode source;
    private static CassandraNode destination;
    private static SidecarProcess there;

    @BeforeAll
    static void start() {
        source = nodes.first();
        destination = nodes.second();
        TABLE.load(source, 16);
        TABLE.create(destination.cql());
        there = SidecarProcess.beside(source).start();
    }

    @AfterAll
    static void stop() {
        there.close();
    }

    @ParameterizedTest
    @FieldSource("STEPS")
    void theDestinationMayEndAt(String point) throws IOException {
        assertSurvivesTheEndAt(point);
    }

    /** SSTables that Cassandra took are found by the size and the checksum of the slice. */
    @ParameterizedTest
    @ValueSource(strings = {"imports.begins", "imports.done", "files.named"})
    void theDestinationMayEndBesideASliceAt(String point) throws IOException {
        assertSurvivesTheEndAt(point);
    }

    private static void assertSurvivesTheEndAt(String point) throws IOException {
        destination.cql().execute("TRUNCATE " + TABLE.name());
        try (SidecarProcess mortal = destination("-Didaeus.crashPoint=" + point).start()) {
            String key = UUID.randomUUID().toString();
            create(mortal, request(HALF), key);
            Awaitility.await("the end at " + point).atMost(LONGEST_WAY).until(() -> !mortal.isAlive());
            try (SidecarProcess next = destination().start()) {
                String id = client(next).createTransfer(request(HALF), key).id();
                assertAsIfNothingHappened(next, id);
            }
        }
    }

    // Cassandra's own disk keeps its power.
    @ParameterizedTest
    @ValueSource(strings = {"slice-parts.named", "slices.recorded"})
    void theDestinationMayLosePowerAt(String point) throws IOException {
        destination.cql().execute("TRUNCATE " + TABLE.name());
        try (SidecarProcess mortal = destination("-Didaeus.crashPoint=" + point).build();
                LoopDisk disk = LoopDisk.make(mortal.directory(), 128)) {
            assumeTrue(disk != null, "a file system of its own wants root and mkfs.ext4");
            mortal.start();
            String id = client(mortal).createTransfer(request(HALF), null).id();
            Awaitility.await("the end at " + point).atMost(LONGEST_WAY).until(() -> !mortal.isAlive());
            disk.losePower();
            try (SidecarProcess next = destination().start()) {
                assertAsIfNothingHappened(next, id);
            }
        }
    }

    // Fails if a crash point was added that no test above covers.
    @Test
    void everyCrashPointIsTested() throws IOException {
        destination.cql().execute("TRUNCATE " + TABLE.name());
        try (SidecarProcess here = destination("-Didaeus.traceCrashPoints=true").start()) {
            assertAsIfNothingHappened(
                    here, client(here).createTransfer(request(HALF), null).id());

            Set<String> steps = new TreeSet<>();
            STEP.matcher(Files.readString(here.log()))
                    .results()
                    .map((MatchResult found) -> found.group(1))
                    .forEach(steps::add);
            assertThat(steps).containsExactlyInAnyOrderElementsOf(STEPS);
        }
    }

    private static void assertAsIfNothingHappened(SidecarProcess here, String id) throws IOException {
        Transfer half = ended(here, id);
        assertThat(half.outcome()).as("%s", half).isEqualTo(Transfer.Outcome.COMPLETE);
        assertThat(half.sstables().planned()).as("%s", half).isPositive();
        assertThat(half.sstables().imported()).isEqualTo(half.sstables().planned());
        long expected = HALF.stream().mapToLong(SliceStepsIT::count).sum();
        assertThat(rows(destination)).isEqualTo(expected).isBetween(1L, TABLE.rows() - 1);
        assertThat(here.stagingRoot().resolve(id)).doesNotExist();
        Pair.awaitReleased(client(there), id);

        Transfer rest = ended(
                here, client(here).createTransfer(request(OTHER_HALF), null).id());
        assertThat(rest.outcome()).as("%s", rest).isEqualTo(Transfer.Outcome.COMPLETE);
        assertThat(Pair.compare(source, destination, TABLE.ref()).requireSame()).isEqualTo(TABLE.rows());
    }

    private static Transfer ended(SidecarProcess here, String id) {
        return Awaitility.await("the end of " + id)
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(50))
                .ignoreExceptionsInstanceOf(SidecarCallException.class)
                .until(() -> client(here).transfer(id), found -> found.state().isFinal());
    }

    private static long rows(CassandraNode node) {
        return node.cql().execute("SELECT id FROM " + TABLE.name()).size();
    }

    // Counts the source's rows in a range that may go around.
    private static long count(String range) {
        long left = Long.parseLong(range.split(":", -1)[0]);
        long right = Long.parseLong(range.split(":", -1)[1]);
        return left < right
                ? TABLE.idsBetween(source.cql(), left, right).count()
                : TABLE.idsBetween(source.cql(), left, Long.MAX_VALUE).count()
                        + TABLE.idsBetween(source.cql(), Long.MIN_VALUE, right).count();
    }

    private static void create(SidecarProcess at, TransferRequest request, String key) {
        try {
            client(at).createTransfer(request, key);
        } catch (SidecarCallException ended) {
            // It may have accepted the request; a repeat with the same key tells.
        }
    }

    private static SidecarProcess.Builder destination(String... options) {
        return SidecarProcess.beside(destination)
                .allowPeers(source.address())
                .set("transfers.pieceSize", "4MiB")
                // Each nodetool would start one more JVM.
                .importOverJmx()
                .jvmOptions(options);
    }

    private static TransferRequest request(List<String> ranges) {
        return TransferRequest.builder(List.of(SourceRef.at(there.restUri().toString())), List.of(TABLE.ref()))
                .ranges(ranges)
                .accept(List.of("STAGING_ELSEWHERE"))
                .build();
    }

    private static SidecarClient client(SidecarProcess of) {
        return SidecarClient.of(of.restUri());
    }
}
