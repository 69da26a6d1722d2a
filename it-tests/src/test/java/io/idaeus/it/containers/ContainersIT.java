/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.api.transfer.TransferWait;
import io.idaeus.it.harness.cassandra.CqlClient;
import io.idaeus.it.harness.rows.ComparableRows;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.rows.TableFixture;
import io.idaeus.it.harness.sidecar.Link;
import io.idaeus.testing.CassandraNodeContainer;
import io.idaeus.testing.SidecarContainer;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testcontainers.containers.Container.ExecResult;

/** The images as deployed: hosts with addresses and names of their own that disappear and return. */
@Tag("containers")
@ExtendWith(NeedsContainers.class)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ContainersIT {
    // 48 MiB at this rate take about ten seconds, so that a test can interrupt the transfer.
    private static final PayloadTable LARGE = new PayloadTable("shop", "large", 3_000, 16_384);

    private static final long RATE = 5L << 20;
    private static final int CONNECTIONS = 4;

    // For each connection.
    private static final long SLOW = 2L << 20;

    private static final Duration SOON = Duration.ofMinutes(1);

    private static ContainerPair pair;
    private static ComparableRows large;

    @BeforeAll
    static void start() {
        pair = ContainerPair.start();
        try (CqlClient source = CqlClient.connect(pair.source().cql());
                CqlClient destination = CqlClient.connect(pair.destination().cql())) {
            source.createKeyspace("shop", 1);
            destination.createKeyspace("shop", 1);
            LARGE.create(source);
            LARGE.insert(source);
            large = ComparableRows.of(source, LARGE.keyspace(), LARGE.table()).snapshot();
        }
    }

    @AfterAll
    static void stop() {
        if (pair != null) {
            pair.close();
        }
    }

    @Test
    void tablesOfEveryShapeAreClonedBetweenClusters() {
        String[] tables =
                Arrays.stream(TableFixture.values()).map(TableFixture::table).toArray(String[]::new);
        try (CqlClient source = CqlClient.connect(pair.source().cql());
                CqlClient destination = CqlClient.connect(pair.destination().cql())) {
            for (TableFixture fixture : TableFixture.values()) {
                fixture.create(source, "shop");
                fixture.create(destination, "shop");
                fixture.fill(source, "shop");
            }

            assertComplete(pair.puller().run(Puller.request(pair.from(), tables)));

            for (String table : tables) {
                assertThat(ComparableRows.of(source, "shop", table)
                                .compareWith(ComparableRows.of(destination, "shop", table))
                                .requireSame())
                        .as(table)
                        .isPositive();
            }
        }
    }

    @Test
    void nobodyButTheSidecarReachesJmx() {
        assertThat(pair.source().run("bash", "-c", ": </dev/tcp/127.0.0.1/7199"))
                .isEmpty();
        assertThatThrownBy(() -> pair.destination().run("bash", "-c", ": </dev/tcp/source/7199"))
                .hasMessageContaining("Connection refused");
    }

    @Test
    void theImageKnowsThatItIsReady() throws Exception {
        ExecResult ready = pair.sourceSidecar().execInContainer("idaeus-ready");

        assertThat(ready.getExitCode()).as(ready.toString()).isZero();
        assertThat(ready.getStdout()).startsWith("HTTP/1.1 200");
    }

    @Test
    void theImageHoldsTheCommand() throws Exception {
        ExecResult node = pair.sourceSidecar().execInContainer("idaeus", "node");

        assertThat(node.getExitCode()).as(node.toString()).isZero();
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES) // a container that starts slowly gets longer
    void aContainerThatEndsAtOnceSaysWhy() {
        try (CassandraNodeContainer misled =
                CassandraNodeContainer.of("5.0", "misled").withYaml("no_such_setting: 1")) {
            assertThatThrownBy(misled::start)
                    .hasMessageContaining("idaeus-cassandra:5.0 ended with exit code")
                    .hasMessageContaining("no_such_setting");
        }
    }

    @Test
    void bothContainersOfAPodRunAsTheSameNonRootUser() throws Exception {
        assertThat(pair.source().run("id", "-u")).isEqualTo("999\n");
        assertThat(pair.destination().run("id", "-u")).isEqualTo("4711\n");
        assertThat(pair.sourceSidecar().execInContainer("id", "-u").getStdout()).isEqualTo("999\n");
        assertThat(pair.destinationSidecar().execInContainer("id", "-u").getStdout())
                .isEqualTo("4711\n");
    }

    @Test
    void nothingWritesToTheImageOfTheSidecar() throws Exception {
        ExecResult result = pair.sourceSidecar().execInContainer("touch", "/opt/idaeus/file");

        assertThat(result.getExitCode()).isNotZero();
        assertThat(result.getStderr()).contains("Read-only file system");
    }

    @Test
    void aDestinationThatDockerStopsMidTransferEndsAtOnceAndResumesLater() {
        String id = beginLarge();
        long began = System.nanoTime();

        long exitCode = pair.destinationSidecar().terminate();

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
        assertThat(exitCode).isEqualTo(128 + 15);
        assertThat(pair.destinationSidecar().getLogs()).contains("Sidecar: Stopped");
        pair.destinationSidecar().startAgain();
        assertResumed(pair.puller().await(id));
        assertLargeArrived();
    }

    @Test
    void aDestinationKilledMidTransferResumes() {
        String id = beginLarge();

        pair.destinationSidecar().kill9();
        pair.destinationSidecar().startAgain();

        assertResumed(pair.puller().await(id));
        assertLargeArrived();
    }

    @Test
    void aDestinationThatDockerRestartsMidTransferResumes() {
        String id = beginLarge();

        pair.destinationSidecar().restart();

        assertResumed(pair.puller().await(id));
        assertLargeArrived();
    }

    // The sidecar with another peer name is another container with the same data.
    @Test
    void aSlowLinkIsOnlySlow() {
        String gateway = pair.source().gateway();
        String toSlowLink =
                "http://" + gateway + ":" + pair.sourceSidecar().peerUri().getPort();
        pair.sourceSidecar().terminate();
        try (SidecarContainer behind =
                        SidecarContainer.beside(pair.source()).withSetting("data.advertisedHost", gateway);
                Link link = Link.between(gateway, pair.source().address())) {
            behind.start();
            link.slow(SLOW);
            makeRoomForLarge();

            Transfer transfer = pair.puller().run(Puller.request(toSlowLink, LARGE.table()));

            assertComplete(transfer);
            assertThat(link.dataBytes())
                    .as("nothing came twice: %s", transfer)
                    .isBetween(LARGE.payloadBytes(), LARGE.payloadBytes() * 11 / 10);
            assertThat(pulling(transfer)).isGreaterThan(0.8 * LARGE.payloadBytes() / (CONNECTIONS * SLOW));
            assertLargeArrived();
        } finally {
            pair.sourceSidecar().startAgain();
        }
    }

    @Test
    void aTransferWaitsForASourceWhoseContainersAreKilled() {
        String id = beginLarge();

        pair.sourceSidecar().kill9();
        pair.source().kill9();
        awaitThatItWaitsForItsPeer(id);
        pair.source().startAgain();
        pair.sourceSidecar().startAgain();

        assertComplete(pair.puller().await(id));
        assertLargeArrived();
    }

    // Its DNS name disappears too.
    @Test
    void aTransferWaitsForASourceThatLeavesTheNetworkAndReturns() {
        String id = beginLarge();

        pair.source().disconnect();
        awaitThatItWaitsForItsPeer(id);
        pair.source().reconnect();

        assertComplete(pair.puller().await(id));
        assertLargeArrived();
    }

    private static double pulling(Transfer transfer) {
        return transfer.phases().stream()
                .filter(phase -> phase.phase() == TransferState.PULLING)
                .mapToDouble(Transfer.PhaseTime::seconds)
                .sum();
    }

    private static void makeRoomForLarge() {
        try (CqlClient destination = CqlClient.connect(pair.destination().cql())) {
            destination.execute("DROP TABLE IF EXISTS " + LARGE.name());
            LARGE.create(destination);
        }
    }

    private static String beginLarge() {
        makeRoomForLarge();
        String id = pair.puller().begin(Puller.request(pair.from(), null, RATE, LARGE.table()));
        Transfer begun =
                pair.puller().await(id, SOON, transfer -> transfer.progress().bytesFetched() > 3 * RATE);
        assertThat(begun.state()).as("%s", begun).isEqualTo(TransferState.PULLING);
        return id;
    }

    private static void awaitThatItWaitsForItsPeer(String id) {
        Transfer waiting = pair.puller().await(id, SOON, transfer -> transfer.waiting() != null);
        assertThat(waiting.waiting()).as("%s", waiting).isNotNull();
        assertThat(waiting.waiting().cause()).isEqualTo(TransferWait.Cause.PEER);
    }

    private static void assertResumed(Transfer transfer) {
        assertComplete(transfer);
        assertThat(transfer.progress().bytesResumed()).as("%s", transfer).isPositive();
    }

    private static void assertComplete(Transfer transfer) {
        assertThat(transfer.state()).as("%s", transfer).isEqualTo(TransferState.COMPLETED);
        assertThat(transfer.outcome()).as("%s", transfer).isEqualTo(Transfer.Outcome.COMPLETE);
    }

    private static void assertLargeArrived() {
        try (CqlClient destination = CqlClient.connect(pair.destination().cql())) {
            assertThat(large.compareWith(ComparableRows.of(destination, LARGE.keyspace(), LARGE.table()))
                            .requireSame())
                    .isEqualTo(LARGE.rows());
        }
    }
}
