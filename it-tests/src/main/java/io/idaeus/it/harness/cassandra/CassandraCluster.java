/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.cassandra;

import io.idaeus.it.harness.cassandra.NodeSettings.JmxCredentials;
import io.idaeus.it.harness.cassandra.NodeSettings.Location;
import io.idaeus.it.harness.process.Loopback;
import io.idaeus.it.harness.process.SideBySide;
import io.idaeus.it.harness.process.Workspace;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A running cluster of one or more nodes of one version. Closing it kills the nodes and deletes their data. */
public final class CassandraCluster implements AutoCloseable {
    /** The name and the password of the superuser of a cluster {@link Builder#authenticating}. */
    public static final String ROLE = "tests";

    private final Builder settings;
    private final Path base;
    private final List<CassandraNode> nodes;

    /** @param base the parent of the nodes' directories */
    private CassandraCluster(Builder settings, Path base, List<CassandraNode> nodes) {
        this.settings = settings;
        this.base = base;
        this.nodes = new CopyOnWriteArrayList<>(nodes);
    }

    public static Builder builder(CassandraVersion version) {
        return new Builder(version);
    }

    /** Starts several clusters at the same time. When one fails, all are stopped. */
    public static List<CassandraCluster> startTogether(Builder... builders) {
        List<CassandraCluster> clusters =
                Arrays.stream(builders).map(Builder::build).toList();
        try {
            SideBySide.run(
                    clusters.stream().<Runnable>map(cluster -> cluster::start).toList());
            return clusters;
        } catch (RuntimeException e) {
            clusters.forEach(CassandraCluster::close);
            throw e;
        }
    }

    public String name() {
        return settings.name;
    }

    /** Those added since the start too, whether they run or not. */
    public List<CassandraNode> nodes() {
        return List.copyOf(nodes);
    }

    /**
     * Adds a node that is not running yet, at an address of its own. It bootstraps when it starts, unless that start
     * says otherwise. It has the cluster's settings, but no {@code initial_token}.
     *
     * @param neighbour in whose data centre and rack the new node stands
     */
    public CassandraNode addNode(CassandraNode neighbour) {
        return addNode(neighbour, settings.version);
    }

    /** Adds one of another version, as an upgrade has it in between. */
    public CassandraNode addNode(CassandraNode neighbour, CassandraVersion version) {
        return addNode(version, neighbour.location());
    }

    /** Adds one in a rack of its own. */
    public CassandraNode addNodeInRack(String rack, CassandraNode neighbour) {
        Location location = Objects.requireNonNull(neighbour.location(), "racks of the nodes");
        return addNode(settings.version, new Location(location.datacenter(), rack));
    }

    private CassandraNode addNode(CassandraVersion version, @Nullable Location location) {
        String seed = nodes.stream()
                .filter(CassandraNode::isAlive)
                .map(CassandraNode::address)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no node of " + name() + " is running"));
        CassandraNode added = settings.node(version, base, nodes.size(), seed, location, Map.of());
        nodes.add(added);
        return added;
    }

    /** Counted from 0. */
    public CassandraNode node(int index) {
        return nodes.get(index);
    }

    /** The first node. */
    public CassandraNode node() {
        return nodes.get(0);
    }

    public CqlClient cql() {
        return node().cql();
    }

    @Override
    public void close() {
        nodes.forEach(CassandraNode::close);
    }

    private void start() {
        nodes.forEach(CassandraNode::start);
        if (nodes.size() > 1) {
            Awaitility.await("all nodes of " + name() + " see each other")
                    .atMost(Duration.ofMinutes(1))
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> nodes.stream().allMatch(node -> node.liveNodes() == nodes.size()));
        }
        if (settings.authenticating) {
            createRole();
        }
    }

    // Cassandra's own superuser needs a QUORUM to log in.
    private void createRole() {
        Awaitility.await("Cassandra's superuser exists")
                .atMost(Duration.ofMinutes(1))
                .ignoreExceptions()
                .untilAsserted(() -> {
                    try (CqlClient cql = node().cql("cassandra", "cassandra")) {
                        cql.execute(
                                "CREATE ROLE IF NOT EXISTS %s WITH SUPERUSER = true AND LOGIN = true AND PASSWORD = '%s'"
                                        .formatted(ROLE, ROLE));
                        cql.execute("ALTER KEYSPACE system_auth WITH replication ="
                                + " {'class': 'SimpleStrategy', 'replication_factor': %d}".formatted(nodes.size()));
                    }
                });
        // A login reads one replica: until then, only one of them knows the role.
        repairRoles();
        RoleScript.run(cql(), settings.version);
        repairRoles();
    }

    private void repairRoles() {
        for (CassandraNode node : nodes.size() > 1 ? nodes : List.<CassandraNode>of()) {
            node.nodetool("repair", "--full", "system_auth").orThrow();
        }
    }

    public static final class Builder {
        private static final AtomicInteger SERIAL = new AtomicInteger();

        private final CassandraVersion version;
        private final Map<String, Object> yaml = new LinkedHashMap<>();
        private final List<String> jvmOptions = new ArrayList<>();
        private String name = "cluster";
        private int nodes = 1;
        private int dataDirectories = 1;
        private int heapMiB = 512;
        private boolean optimizing;
        private boolean authenticating;
        private @Nullable Function<String, NodeTls> tls;
        private List<String> initialTokens = List.of();
        private List<Location> locations = List.of();
        private @Nullable Path directory;
        private @Nullable JmxCredentials jmxCredentials;

        private Builder(CassandraVersion version) {
            this.version = version;
        }

        public Builder name(String value) {
            name = value;
            return this;
        }

        public Builder nodes(int count) {
            nodes = count;
            return this;
        }

        public Builder dataDirectories(int count) {
            dataDirectories = count;
            return this;
        }

        /** The number of random tokens of each node; 16 by default. */
        public Builder numTokens(int count) {
            return yaml("num_tokens", count);
        }

        /** One comma-separated list for each node, all of the same length. */
        public Builder initialTokens(String... tokensOfEachNode) {
            initialTokens = List.of(tokensOfEachNode);
            return numTokens(tokensOfEachNode[0].split(",", -1).length);
        }

        /** One token for each node, evenly spaced. */
        public Builder evenTokens() {
            BigInteger step = BigInteger.ONE.shiftLeft(64).divide(BigInteger.valueOf(nodes));
            BigInteger smallest = BigInteger.valueOf(Long.MIN_VALUE);
            String[] tokens = new String[nodes];
            for (int i = 0; i < nodes; i++) {
                // The smallest token cannot belong to a node, so all are shifted by half a step.
                tokens[i] = smallest.add(step.multiply(BigInteger.valueOf(i)))
                        .add(step.shiftRight(1))
                        .toString();
            }
            return initialTokens(tokens);
        }

        /** One for each node; by default all share one. */
        public Builder datacenters(String... ofEachNode) {
            return locations(Arrays.stream(ofEachNode)
                    .map(datacenter -> new Location(datacenter, "rack1"))
                    .toList());
        }

        /** One for each node, in one data centre; by default all share one. */
        public Builder racks(String... ofEachNode) {
            return locations(Arrays.stream(ofEachNode)
                    .map(rack -> new Location("datacenter1", rack))
                    .toList());
        }

        /** One for each node. */
        public Builder locations(List<String> datacenters, List<String> racks) {
            return locations(IntStream.range(0, racks.size())
                    .mapToObj(i -> new Location(datacenters.get(i), racks.get(i)))
                    .toList());
        }

        private Builder locations(List<Location> ofEachNode) {
            locations = ofEachNode;
            nodes = ofEachNode.size();
            return yaml("endpoint_snitch", "GossipingPropertyFileSnitch");
        }

        /** Sets a key of cassandra.yaml, for instance {@code sstable.selected_format}. */
        public Builder yaml(String path, Object value) {
            yaml.put(path, value);
            return this;
        }

        public Builder heapMiB(int size) {
            heapMiB = size;
            return this;
        }

        /** Runs with the optimizing compiler: starts slower, moves bytes faster. For measurements. */
        public Builder optimizing() {
            optimizing = true;
            return this;
        }

        public Builder jvmOptions(String... options) {
            jvmOptions.addAll(List.of(options));
            return this;
        }

        /** Requires this user and password over JMX. */
        public Builder jmxCredentials(String user, String password) {
            jmxCredentials = new JmxCredentials(user, password);
            return this;
        }

        /** Clients must log in, and every node knows the superuser {@link #ROLE} and the role of {@link RoleScript}. */
        public Builder authenticating() {
            authenticating = true;
            return yaml("authenticator", "PasswordAuthenticator").yaml("authorizer", "CassandraAuthorizer");
        }

        /**
         * {@link #authenticating}, over TLS alone, for JMX too. For one node: the tests have no JMX.
         *
         * @param ofAddress what the node at an address needs, which listens to JMX at 127.0.0.1
         */
        public Builder secured(Function<String, NodeTls> ofAddress) {
            tls = ofAddress;
            return authenticating();
        }

        /** The parent of the nodes' directories; by default below {@code it-tests/target/cassandra}. */
        public Builder directory(Path base) {
            directory = base;
            return this;
        }

        /** Returns when every node is ready and sees the others. */
        public CassandraCluster start() {
            return startTogether(this).get(0);
        }

        private CassandraCluster build() {
            if (!initialTokens.isEmpty() && initialTokens.size() != nodes) {
                throw new IllegalArgumentException(
                        "initial tokens: %d nodes (expected: %d)".formatted(initialTokens.size(), nodes));
            }
            Path base = directory == null ? freshDirectory() : directory;
            List<CassandraNode> built = new ArrayList<>();
            String seed = null;
            for (int i = 0; i < nodes; i++) {
                Map<String, Object> own = new LinkedHashMap<>();
                own.put("auto_bootstrap", false);
                if (!initialTokens.isEmpty()) {
                    own.put("initial_token", initialTokens.get(i));
                }
                Location location = locations.isEmpty() ? null : locations.get(i);
                CassandraNode node = node(version, base, i, seed, location, own);
                built.add(node);
                seed = seed == null ? node.address() : seed;
            }
            return new CassandraCluster(this, base, built);
        }

        /**
         * @param of its version
         * @param seed null for the node itself
         * @param own cassandra.yaml of this node alone
         */
        private CassandraNode node(
                CassandraVersion of,
                Path base,
                int index,
                @Nullable String seed,
                @Nullable Location location,
                Map<String, Object> own) {
            String node = name + "-" + (index + 1);
            Loopback.Place place = Loopback.next();
            Map<String, Object> all = new LinkedHashMap<>(own);
            all.putAll(yaml);
            NodeTls secured = tls == null ? null : tls.apply(place.address());
            if (secured != null) {
                all.putAll(secured.yaml());
            }
            return new CassandraNode(new NodeSettings(
                    of,
                    name,
                    node,
                    base.resolve(node).toAbsolutePath(),
                    place.address(),
                    place.jmxPort(),
                    seed == null ? place.address() : seed,
                    dataDirectories,
                    all,
                    heapMiB,
                    optimizing,
                    jvmOptions,
                    jmxCredentials,
                    secured,
                    location));
        }

        private Path freshDirectory() {
            Path parent = Workspace.target().resolve("cassandra");
            while (true) {
                String unique = ProcessHandle.current().pid() + "-" + SERIAL.incrementAndGet();
                Path fresh = parent.resolve(name + "-" + version + "-" + unique);
                // A killed JVM of the same pid left its nodes' data.
                if (!Files.exists(fresh)) {
                    return fresh;
                }
            }
        }
    }
}
