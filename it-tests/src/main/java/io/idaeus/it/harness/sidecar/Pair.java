/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.sidecar;

import io.idaeus.api.TableRef;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.client.SidecarCallException;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarClientBuilder;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.process.Workspace;
import io.idaeus.it.harness.rows.ComparableRows;
import io.idaeus.it.harness.rows.TableComparison;
import java.net.URI;
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
 * Two nodes of different clusters with a sidecar each. The second sidecar may pull from the first. Both clusters have a
 * keyspace {@code shop} with one replica. Closing the pair, or the end of this JVM, ends what it started and deletes the
 * files. Not thread-safe.
 */
public final class Pair implements AutoCloseable {
    private static final Duration LONGEST_TRANSFER = Duration.ofMinutes(3);
    private static final Duration LONGEST_RELEASE = Duration.ofSeconds(30);

    private final Deque<Runnable> toClose = new ArrayDeque<>();
    private final Thread atExit = new Thread(this::closeAll, "close-pair");
    private final CassandraNode source;
    private final CassandraNode destination;
    private final @Nullable Link link;
    private final SidecarProcess sourceSidecar;
    private final SidecarProcess destinationSidecar;

    // A new client would open new connections.
    private final SidecarClient sourceClient;

    private final SidecarClient destinationClient;

    private Pair(Builder builder) {
        Runtime.getRuntime().addShutdownHook(atExit);
        try {
            List<CassandraNode> nodes = builder.directory == null ? builder.lent : started(builder, builder.directory);
            source = nodes.get(0);
            destination = nodes.get(1);
            nodes.forEach(node -> node.cql().createKeyspace("shop", 1));
            link = builder.linked ? Link.to(source) : null;
            if (link != null) {
                closeLast(link::close);
            }
            SidecarProcess.Builder serving = SidecarProcess.beside(source).set("snapshots.reaperInterval", "1s");
            SidecarProcess.Builder pulling = SidecarProcess.beside(destination).allowPeers(sourceHost());
            if (link != null) {
                serving.set("data.advertisedHost", link.address());
            }
            sourceSidecar = builder.sourceSidecar.apply(serving).build();
            destinationSidecar = builder.destinationSidecar.apply(pulling).build();
            sourceClient = builder.client(sourceSidecar);
            destinationClient = builder.client(destinationSidecar);
            closeLast(sourceSidecar::close);
            closeLast(destinationSidecar::close);
            SidecarProcess.startTogether(sourceSidecar, destinationSidecar);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private List<CassandraNode> started(Builder builder, Path directory) {
        List<CassandraCluster> clusters = CassandraCluster.startTogether(
                builder.source.apply(builder.cluster("source", directory)),
                builder.destination.apply(builder.cluster("destination", directory)));
        clusters.forEach(cluster -> closeLast(cluster::close));
        return clusters.stream().map(CassandraCluster::node).toList();
    }

    /**
     * Starts two clusters of one node each, of Cassandra 5.0.
     *
     * @param name names the directory below {@code it-tests/target}
     */
    public static Builder named(String name) {
        return in(Workspace.own(name));
    }

    /** As {@link #named}, with the files in this directory. */
    public static Builder in(Path directory) {
        return new Builder(directory, List.of());
    }

    /** Starts sidecars beside nodes that somebody else closes. */
    public static Builder between(CassandraNode source, CassandraNode destination) {
        return new Builder(null, List.of(source, destination));
    }

    public CassandraNode source() {
        return source;
    }

    public CassandraNode destination() {
        return destination;
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
            throw new IllegalStateException("the pair was started without a link");
        }
        return link;
    }

    /** A request for whole tables, over the link if there is one. */
    public TransferRequest request(TableRef... tables) {
        URI address = sourceSidecar.restUri();
        String uri = address.getScheme() + "://" + sourceHost() + ":" + address.getPort();
        return TransferRequest.builder(List.of(SourceRef.at(uri)), List.of(tables))
                .build();
    }

    /** Returns when the transfer has ended. */
    public Transfer transfer(TransferRequest request) {
        return await(destinationClient.createTransfer(request, null).id());
    }

    /** Returns when the transfer has ended. */
    public Transfer await(String id) {
        return await(id, LONGEST_TRANSFER, Duration.ofMillis(100), transfer -> false);
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

    /** Returns when the source holds nothing for a transfer. It clears a snapshot soon after its lease ends. */
    public void awaitReleased(String id) {
        awaitReleased(sourceClient, id);
    }

    /** As {@link #awaitReleased(String)}, at a source without a pair. */
    public static void awaitReleased(SidecarClient source, String id) {
        Awaitility.await("no lease and no snapshot of " + id + " at the source")
                .atMost(LONGEST_RELEASE)
                .until(() -> source.leases().leases().stream()
                                .noneMatch(lease -> lease.id().equals(id))
                        && source.snapshots().snapshots().stream()
                                .noneMatch(snapshot -> snapshot.tag().contains(id)));
    }

    /** Compares the rows at the destination with those at the source. */
    public TableComparison compare(TableRef table) {
        return compare(source, destination, table);
    }

    /** As {@link #compare(TableRef)}, without a pair. */
    public static TableComparison compare(CassandraNode source, CassandraNode destination, TableRef table) {
        return ComparableRows.of(source.cql(), table.keyspace(), table.table())
                .compareWith(ComparableRows.of(destination.cql(), table.keyspace(), table.table()));
    }

    private String sourceHost() {
        return link == null ? source.address() : link.address();
    }

    private @Nullable SidecarProcess ended() {
        if (!sourceSidecar.isAlive()) {
            return sourceSidecar;
        }
        return destinationSidecar.isAlive() ? null : destinationSidecar;
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
        private final @Nullable Path directory;
        private final List<CassandraNode> lent;
        private CassandraVersion version = CassandraVersion.V5_0;
        private UnaryOperator<CassandraCluster.Builder> source = UnaryOperator.identity();
        private UnaryOperator<CassandraCluster.Builder> destination = UnaryOperator.identity();
        private UnaryOperator<SidecarProcess.Builder> sourceSidecar = UnaryOperator.identity();
        private UnaryOperator<SidecarProcess.Builder> destinationSidecar = UnaryOperator.identity();
        private Authority.@Nullable Identity operator;
        private boolean linked;

        private Builder(@Nullable Path directory, List<CassandraNode> lent) {
            this.directory = directory;
            this.lent = lent;
        }

        public Builder version(CassandraVersion value) {
            version = value;
            return this;
        }

        public Builder clusters(UnaryOperator<CassandraCluster.Builder> settings) {
            source = then(source, settings);
            return destination(settings);
        }

        public Builder destination(UnaryOperator<CassandraCluster.Builder> settings) {
            destination = then(destination, settings);
            return this;
        }

        public Builder sidecars(UnaryOperator<SidecarProcess.Builder> settings) {
            return sourceSidecar(settings).destinationSidecar(settings);
        }

        public Builder sourceSidecar(UnaryOperator<SidecarProcess.Builder> settings) {
            sourceSidecar = then(sourceSidecar, settings);
            return this;
        }

        public Builder destinationSidecar(UnaryOperator<SidecarProcess.Builder> settings) {
            destinationSidecar = then(destinationSidecar, settings);
            return this;
        }

        /** Who calls both sidecars, where they want a certificate. */
        public Builder operator(Authority.Identity value) {
            operator = value;
            return this;
        }

        /** Puts a {@link Link} in front of the source. */
        public Builder linked() {
            linked = true;
            return this;
        }

        /** Returns when nodes and sidecars are ready. */
        public Pair start() {
            return new Pair(this);
        }

        private CassandraCluster.Builder cluster(String side, Path directory) {
            return CassandraCluster.builder(version).name(side).directory(directory);
        }

        private SidecarClient client(SidecarProcess sidecar) {
            SidecarClientBuilder client = SidecarClient.builder(sidecar.restUri());
            return (operator == null ? client : client.tls(operator.ssl())).build();
        }

        private static <T> UnaryOperator<T> then(UnaryOperator<T> first, UnaryOperator<T> second) {
            return value -> second.apply(first.apply(value));
        }
    }
}
