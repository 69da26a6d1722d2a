/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.Lease;
import io.idaeus.api.SnapshotInfo;
import io.idaeus.api.SourceRef;
import io.idaeus.api.TableRef;
import io.idaeus.api.Transfer;
import io.idaeus.api.TransferRequest;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.CassandraCluster;
import io.idaeus.it.harness.SidecarProcess;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;

/** Two one-node clusters with a sidecar each. The second sidecar may pull from the first. */
final class NodePair implements AutoCloseable {
    private static final Duration LONGEST_TRANSFER = Duration.ofMinutes(3);

    private final CassandraCluster source;
    private final CassandraCluster destination;
    private final SidecarProcess sourceSidecar;
    private final SidecarProcess destinationSidecar;
    private final SidecarClient sourceClient;
    private final SidecarClient destinationClient;

    private NodePair(
            CassandraCluster source,
            CassandraCluster destination,
            SidecarProcess sourceSidecar,
            SidecarProcess destinationSidecar) {
        this.source = source;
        this.destination = destination;
        this.sourceSidecar = sourceSidecar;
        this.destinationSidecar = destinationSidecar;
        this.sourceClient = SidecarClient.of(sourceSidecar.restUri());
        this.destinationClient = SidecarClient.of(destinationSidecar.restUri());
    }

    /** Gives both clusters a keyspace {@code shop} with one replica. */
    static NodePair start(
            CassandraCluster.Builder source,
            CassandraCluster.Builder destination,
            UnaryOperator<SidecarProcess.Builder> sidecar) {
        List<CassandraCluster> clusters = CassandraCluster.startTogether(source, destination);
        SidecarProcess there = null;
        try {
            clusters.forEach(cluster -> cluster.cql().createKeyspace("shop", 1));
            there = SidecarProcess.beside(clusters.get(0).node())
                    .set("snapshots.reaperInterval", "1s")
                    .start();
            SidecarProcess here = sidecar.apply(
                            SidecarProcess.beside(clusters.get(1).node())
                                    .allowPeers(clusters.get(0).node().address()))
                    .start();
            return new NodePair(clusters.get(0), clusters.get(1), there, here);
        } catch (RuntimeException e) {
            if (there != null) {
                there.close();
            }
            clusters.forEach(CassandraCluster::close);
            throw e;
        }
    }

    CassandraCluster source() {
        return source;
    }

    CassandraCluster destination() {
        return destination;
    }

    SidecarProcess sourceSidecar() {
        return sourceSidecar;
    }

    SidecarProcess destinationSidecar() {
        return destinationSidecar;
    }

    SidecarClient sourceClient() {
        return sourceClient;
    }

    SidecarClient destinationClient() {
        return destinationClient;
    }

    /** A request for whole tables, for tests to vary. */
    TransferRequest request(TableRef... tables) {
        return TransferRequest.builder(
                        List.of(SourceRef.at(sourceSidecar.restUri().toString())), List.of(tables))
                .build();
    }

    Transfer transfer(TransferRequest request) {
        String id = destinationClient().createTransfer(request, null).id();
        return await(id);
    }

    Transfer await(String id) {
        return Awaitility.await("the end of transfer " + id)
                .atMost(LONGEST_TRANSFER)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> destinationClient().transfer(id), transfer -> transfer.state()
                        .isFinal());
    }

    /** Waits until the source holds nothing for a transfer. It clears a snapshot soon after its lease ends. */
    void awaitReleased(String id) {
        Awaitility.await("nothing of " + id + " at the source")
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> {
                    assertThat(sourceClient().leases().leases())
                            .extracting(Lease::id)
                            .doesNotContain(id);
                    assertThat(sourceClient().snapshots().snapshots())
                            .extracting(SnapshotInfo::tag)
                            .noneMatch(tag -> tag.contains(id));
                });
    }

    @Override
    public void close() {
        destinationSidecar.close();
        sourceSidecar.close();
        destination.close();
        source.close();
    }
}
