/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import io.idaeus.api.SourceRef;
import io.idaeus.api.TableRef;
import io.idaeus.api.Transfer;
import io.idaeus.api.TransferRequest;
import io.idaeus.api.TransferState;
import io.idaeus.client.SidecarCallException;
import io.idaeus.client.SidecarClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.awaitility.core.TerminalFailureException;
import org.jspecify.annotations.Nullable;

/**
 * Two one-node clusters of Cassandra 5.0 with a sidecar each. The second sidecar may pull from the first. Closing it,
 * or the end of this JVM, deletes their files. Not thread-safe.
 */
public final class SidecarPair implements AutoCloseable {
    private final Deque<Runnable> toClose = new ArrayDeque<>();
    private final Thread atExit = new Thread(this::closeAll, "close-pair");
    private final Path directory;
    private final CassandraCluster source;
    private final CassandraCluster destination;
    private final @Nullable Link link;
    private final SidecarProcess sourceSidecar;
    private final SidecarProcess destinationSidecar;

    // A new client would open new connections.
    private final SidecarClient sourceClient;

    private final SidecarClient destinationClient;

    private SidecarPair(Builder builder) {
        directory = Workspace.own(builder.name);
        Runtime.getRuntime().addShutdownHook(atExit);
        try {
            List<CassandraCluster> clusters = CassandraCluster.startTogether(
                    cluster("source"), builder.destination.apply(cluster("destination")));
            source = clusters.get(0);
            destination = clusters.get(1);
            clusters.forEach(cluster -> closeLast(cluster::close));
            link = builder.linked ? Link.to(source.node()) : null;
            sourceSidecar = builder.sourceSidecar.apply(serving()).build();
            destinationSidecar = builder.destinationSidecar.apply(pulling()).build();
            sourceClient = SidecarClient.of(sourceSidecar.restUri());
            destinationClient = SidecarClient.of(destinationSidecar.restUri());
            closeLast(sourceSidecar::close);
            closeLast(destinationSidecar::close);
            if (link != null) {
                closeLast(link::close);
            }
            SidecarProcess.startTogether(sourceSidecar, destinationSidecar);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** @param name also names the directory below {@code it-tests/target} */
    public static Builder named(String name) {
        return new Builder(name);
    }

    public CassandraNode sourceNode() {
        return source.node();
    }

    public CassandraNode destinationNode() {
        return destination.node();
    }

    public SidecarProcess sourceSidecar() {
        return sourceSidecar;
    }

    public SidecarProcess destinationSidecar() {
        return destinationSidecar;
    }

    public SidecarClient sourceClient() {
        return sourceClient;
    }

    public SidecarClient destinationClient() {
        return destinationClient;
    }

    /** The link in front of the source; only after {@link Builder#linked}. */
    public Link link() {
        if (link == null) {
            throw new IllegalStateException("the pair " + directory + " was started without a link");
        }
        return link;
    }

    /**
     * A request for whole tables, over the link if there is one.
     *
     * @param snapshot an existing one; null for a new one
     * @param maxRate bytes per second; null for no limit
     */
    public TransferRequest request(List<TableRef> tables, @Nullable String snapshot, @Nullable Long maxRate) {
        String host = link == null ? sourceNode().address() : link.address();
        SourceRef from = SourceRef.at("http://" + host + ":" + SidecarProcess.CONTROL_PORT);
        return TransferRequest.builder(List.of(from), tables)
                .snapshot(snapshot)
                .maxRate(maxRate)
                .build();
    }

    /**
     * Polls until the transfer satisfies the predicate or has ended.
     *
     * @throws IllegalStateException if a sidecar ends meanwhile
     */
    public Transfer await(String id, Duration longest, Duration every, Predicate<Transfer> enough) {
        try {
            return Awaitility.await("transfer " + id)
                    .ignoreExceptionsInstanceOf(SidecarCallException.class)
                    .failFast("a sidecar has ended", () -> ended() != null)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(every)
                    .atMost(longest)
                    .until(
                            () -> destinationClient.transfer(id),
                            transfer ->
                                    enough.test(transfer) || transfer.state().isFinal());
        } catch (TerminalFailureException e) {
            SidecarProcess ended = ended();
            throw new IllegalStateException(
                    ended == null ? "a sidecar had ended" : ended.name() + " has ended:\n" + ended.logTail(), e);
        }
    }

    private @Nullable SidecarProcess ended() {
        if (!sourceSidecar.isAlive()) {
            return sourceSidecar;
        }
        return destinationSidecar.isAlive() ? null : destinationSidecar;
    }

    /** Seconds in this phase. */
    public static double seconds(Transfer transfer, TransferState phase) {
        return transfer.phases().stream()
                .filter(time -> time.phase() == phase)
                .mapToDouble(Transfer.PhaseTime::seconds)
                .sum();
    }

    private CassandraCluster.Builder cluster(String name) {
        return CassandraCluster.builder(CassandraVersion.V5_0).name(name).directory(directory);
    }

    private SidecarProcess.Builder serving() {
        SidecarProcess.Builder sidecar = SidecarProcess.beside(source.node()).set("snapshots.reaperInterval", "1s");
        return link == null ? sidecar : sidecar.set("data.advertisedHost", link.address());
    }

    private SidecarProcess.Builder pulling() {
        return SidecarProcess.beside(destination.node())
                .allowPeers(link == null ? source.node().address() : link.address());
    }

    private void closeLast(Runnable close) {
        synchronized (toClose) {
            toClose.push(close);
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException ending) {
            // The JVM is shutting down, so the hook closes the pair.
        }
        closeAll();
    }

    // Also when one of them fails to close.
    private void closeAll() {
        synchronized (toClose) {
            RuntimeException failure = null;
            while (!toClose.isEmpty()) {
                try {
                    toClose.pop().run();
                } catch (RuntimeException e) {
                    failure = e;
                }
            }
            if (failure != null) {
                throw failure;
            }
        }
    }

    public static final class Builder {
        private final String name;
        private UnaryOperator<CassandraCluster.Builder> destination = UnaryOperator.identity();
        private UnaryOperator<SidecarProcess.Builder> sourceSidecar = UnaryOperator.identity();
        private UnaryOperator<SidecarProcess.Builder> destinationSidecar = UnaryOperator.identity();
        private boolean linked;

        private Builder(String name) {
            this.name = name;
        }

        public Builder destination(UnaryOperator<CassandraCluster.Builder> settings) {
            destination = settings;
            return this;
        }

        /** Applies to both sidecars. */
        public Builder sidecars(UnaryOperator<SidecarProcess.Builder> settings) {
            sourceSidecar = settings;
            destinationSidecar = settings;
            return this;
        }

        /** Applies to the destination's sidecar, after {@link #sidecars}. */
        public Builder destinationSidecar(UnaryOperator<SidecarProcess.Builder> settings) {
            UnaryOperator<SidecarProcess.Builder> both = destinationSidecar;
            destinationSidecar = sidecar -> settings.apply(both.apply(sidecar));
            return this;
        }

        /** Puts a {@link Link} in front of the source. */
        public Builder linked() {
            linked = true;
            return this;
        }

        /** Returns when nodes and sidecars are ready. */
        public SidecarPair start() {
            return new SidecarPair(this);
        }
    }
}
