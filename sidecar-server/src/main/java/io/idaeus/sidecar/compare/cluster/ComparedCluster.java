/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.cluster;

import io.idaeus.api.ProblemType;
import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.keyspace.KeyspaceInfo;
import io.idaeus.api.keyspace.TableSizes;
import io.idaeus.api.node.NodeInfo;
import io.idaeus.api.rows.RowColumn;
import io.idaeus.api.rows.RowLevel;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.compare.ComparedColumns.Defined;
import io.idaeus.sidecar.plan.cluster.KnownSidecar;
import io.idaeus.sidecar.plan.cluster.SidecarDirectory;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.problem.TimeLimit;
import io.idaeus.sidecar.release.ReleaseVersion;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One of the clusters that are compared, as its sidecars know it. Thread-safe. */
public final class ComparedCluster {
    private static final Duration SEARCH = Duration.ofSeconds(100);
    private static final long LONGEST_WRITE_MILLIS = 60_000;
    private static final String MURMUR3 = "org.apache.cassandra.dht.Murmur3Partitioner";

    private final KnownSidecar entry;
    private final Cluster view;
    private final Map<String, KnownSidecar> sidecars;
    private final Map<String, NearestSidecars> rings = new ConcurrentHashMap<>();
    private final SidecarsAside aside = new SidecarsAside();

    private ComparedCluster(KnownSidecar entry, Cluster view, Map<String, KnownSidecar> sidecars) {
        this.entry = entry;
        this.view = view;
        this.sidecars = sidecars;
    }

    /**
     * Asks a sidecar of a cluster, then those beside its other nodes.
     *
     * @param directory of the sidecars of that cluster; its own one is asked
     * @param unwanted whether nobody waits for the result any more
     * @throws ProblemException UNSUPPORTED_PARTITIONER; ILLEGAL_STATE where its sidecar reads no rows
     */
    public static ComparedCluster find(SidecarDirectory directory, BooleanSupplier unwanted) {
        KnownSidecar entry = directory.self();
        return RowCalls.translated(() -> {
            NodeInfo node = entry.client().node();
            if (!node.capabilities().contains(NodeInfo.ROWS)) {
                throw new ProblemException(
                        ProblemType.ILLEGAL_STATE,
                        entry.uri()
                                + " reads no rows (expected: cassandra.rows.read: true in the configuration of the sidecars"
                                + " of both clusters)");
            }
            if (!node.partitioner().equals(MURMUR3)) {
                throw new ProblemException(
                        ProblemType.UNSUPPORTED_PARTITIONER,
                        entry.uri() + ": its cluster uses " + node.partitioner() + " (expected: " + MURMUR3 + ")");
            }
            Cluster view = entry.client().cluster();
            TimeLimit time = TimeLimit.of("the search for sidecars of " + view.name(), SEARCH, unwanted);
            return new ComparedCluster(
                    entry, view, directory.find(view.name(), view.nodes(), List.of(entry.uri()), time));
        });
    }

    public String name() {
        return view.name();
    }

    /** How many of its sidecars answer. */
    public int sidecars() {
        return Math.max(1, sidecars.size());
    }

    /** Whether one node belongs to both. By address, too: the first nodes of two clusters of 6.0 have the same host id. */
    public boolean overlaps(ComparedCluster other) {
        Map<String, String> addresses = view.nodes().stream()
                .collect(Collectors.toMap(ClusterNode::hostId, ClusterNode::address, (one, another) -> one));
        return other.view.nodes().stream().anyMatch(node -> node.address().equals(addresses.get(node.hostId())));
    }

    /** The longest of its write timeouts, a minute at most. */
    public Duration writeTimeout() {
        return Duration.ofMillis(Math.max(0, Math.min(LONGEST_WRITE_MILLIS, view.maxWriteTimeoutMillis())));
    }

    public List<KeyspaceInfo> keyspaces() {
        return ask(() -> entry.client().keyspaces().keyspaces());
    }

    /** Empty where there is no such table. */
    public Optional<Defined> definition(TableName table) {
        try {
            return Optional.of(new Defined(
                    ask(() -> entry.client().table(table.keyspace(), table.table()))
                            .definition(),
                    oldest()));
        } catch (ProblemException e) {
            if (e.type() == ProblemType.UNKNOWN_TABLE || e.type() == ProblemType.UNKNOWN_KEYSPACE) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private ReleaseVersion oldest() {
        return view.releaseVersions().keySet().stream()
                .flatMap(version -> ReleaseVersion.find(version).stream())
                .min(Comparator.comparingInt(ReleaseVersion::major).thenComparingInt(ReleaseVersion::minor))
                .orElseGet(() -> ReleaseVersion.parse(view.cassandraVersion()));
    }

    /** The bytes that the node of the sidecar that was asked first has of each table. */
    public Map<String, Long> bytes(String keyspace) {
        return ask(() -> entry.client().sizes(keyspace).tables().stream()
                .collect(Collectors.toMap(TableSizes::table, TableSizes::totalBytes)));
    }

    /**
     * The table's rows.
     *
     * @param again at which rows that seem to differ are read again
     * @param maxRate bytes per second of each scan; null for no limit
     * @param goOn throws where the comparison is not to go on; called before each request
     */
    public ClusterSide side(
            TableName table, List<RowColumn> columns, RowLevel again, @Nullable Long maxRate, Runnable goOn) {
        return new ClusterSide(
                new SidecarQuestions(nearest(table.keyspace()), aside, goOn), table, columns, again, maxRate);
    }

    private NearestSidecars nearest(String keyspace) {
        NearestSidecars known = rings.get(keyspace);
        if (known == null) {
            known = NearestSidecars.of(ask(() -> entry.client().ring(keyspace)), sidecars, entry, datacenter());
            rings.put(keyspace, known);
        }
        return known;
    }

    // The data centre of the node whose sidecar was asked first.
    private String datacenter() {
        return view.nodes().stream()
                .filter(node -> node.hostId().equals(view.hostId()))
                .map(ClusterNode::datacenter)
                .findFirst()
                .orElse("");
    }

    private static <T> T ask(Supplier<T> call) {
        return RowCalls.translated(call);
    }
}
