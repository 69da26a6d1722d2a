/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.idaeus.api.plan.Plan;
import io.idaeus.client.PlanApprovals;
import io.idaeus.client.PlansClient;
import io.idaeus.client.SidecarCallException;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarException;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.NodeReadiness;
import io.idaeus.it.harness.cassandra.NodeStart;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.Authority;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A ring whose last node is dead, with sidecars beside the others, of which the first coordinates plans. Closing it ends
 * everything, hosts for new nodes too. Not thread-safe.
 */
public final class DeadRing implements AutoCloseable {
    static final Duration SEEN = Duration.ofMinutes(2);
    private static final String EVERYWHERE = "127.0.0.0/8";

    private final Builder settings;
    private final CassandraCluster cluster;
    private final List<CassandraNode> members = new ArrayList<>();
    private final Map<CassandraNode, SidecarProcess> sidecars = new LinkedHashMap<>();
    private final List<PlanDriver> replacements = new ArrayList<>();
    private final @Nullable Authority authority;
    private final Authority.@Nullable Identity operator;
    private CassandraNode dead;

    private DeadRing(Builder settings) {
        this.settings = settings;
        cluster = settings.cluster.start();
        members.addAll(cluster.nodes());
        dead = members.get(members.size() - 1);
        authority = settings.roles ? new Authority(dead.directory().resolveSibling("certificates")) : null;
        operator = authority == null ? null : authority.issue("CN=operator", "127.0.0.1");
    }

    public static Builder of(CassandraVersion version, String name) {
        return new Builder(version, name);
    }

    private void startSidecars(List<CassandraNode> nodes) {
        for (CassandraNode node : nodes) {
            // It calls hosts that are not in the ring yet.
            sidecars.put(node, beside(node).allowPeers(EVERYWHERE).build());
        }
        SidecarProcess.startTogether(sidecars.values().toArray(SidecarProcess[]::new));
    }

    /** Ends the last node, and its sidecar where it has one. Returns when every live node sees the death. */
    public void die() {
        if (sidecars.containsKey(dead)) {
            Objects.requireNonNull(sidecars.get(dead)).kill9();
        }
        dead.kill9();
        await(dead.address() + " is seen dead", () -> live().stream()
                .allMatch(node -> new SeenRing(node, "").isDown(dead)));
    }

    /** The last node's host stands still, its sidecar too. Returns when every other node calls it dead. */
    public void pause() {
        Objects.requireNonNull(sidecars.get(dead)).pause();
        dead.pause();
        await(dead.address() + " is called dead", () -> live().stream()
                .allMatch(node -> new SeenRing(node, "").isDown(dead)));
    }

    /** The last node's host goes on. */
    public void resume() {
        dead.resume();
        Objects.requireNonNull(sidecars.get(dead)).resume();
    }

    public CassandraCluster cluster() {
        return cluster;
    }

    public CassandraNode dead() {
        return dead;
    }

    /** A node that has replaced the dead one is the dead one from now on. */
    public void lose(CassandraNode joined) {
        joined.kill9();
        members.remove(dead);
        members.add(joined);
        dead = joined;
    }

    /** The members but for the dead one. */
    public List<CassandraNode> live() {
        return members.stream().filter(node -> node != dead).toList();
    }

    public SidecarProcess sidecar(int index) {
        return Objects.requireNonNull(sidecars.get(members.get(index)));
    }

    /** Calls as the operator where there are roles. */
    public SidecarClient client(SidecarProcess sidecar) {
        return client(sidecar, operator);
    }

    /** A client whose certificate has this name; only with {@link Builder#roles}. */
    public SidecarClient client(SidecarProcess sidecar, String subject) {
        return client(sidecar, Objects.requireNonNull(authority, "roles").issue(subject, "127.0.0.1"));
    }

    private static SidecarClient client(SidecarProcess sidecar, Authority.@Nullable Identity identity) {
        return identity == null
                ? SidecarClient.of(sidecar.restUri())
                : SidecarClient.builder(sidecar.restUri()).tls(identity.ssl()).build();
    }

    /** The plans of the sidecar that coordinates. */
    public PlansClient plans() {
        return client(sidecar(0)).plans();
    }

    /** As the operator where there are roles: at its destinations, too. */
    void approve(PlansClient coordinator, Plan plan) {
        if (authority == null) {
            coordinator.approve(plan.id(), plan.digest());
        } else {
            PlanApprovals.approve(client(sidecar(0)), plan.id(), plan.digest());
        }
    }

    /** Only with {@link Builder#roles}. */
    public Authority.Identity operator() {
        return Objects.requireNonNull(operator, "roles");
    }

    /** Whether the sidecar of a new node starts and stops its Cassandra. */
    public boolean isRestartedBySidecar() {
        return settings.lifecycle;
    }

    /** A sidecar as the ring's own, for a node of the ring or a new one. */
    public SidecarProcess.Builder beside(CassandraNode node) {
        SidecarProcess.Builder sidecar = settings.sidecars.apply(SidecarProcess.beside(node));
        return authority == null
                ? sidecar
                : sidecar.identity(authority.issue("CN=sidecar of " + node.address(), node.address()))
                        .set(
                                "access.list",
                                authority.accessList(Map.of(
                                        "peer", List.of("CN=sidecar of *"), "operator", List.of("CN=operator"))));
    }

    /** A new host in the dead node's rack. Its sidecar runs; neither its Cassandra nor a plan has begun. */
    public PlanDriver replacement() {
        return replacement(dead, sidecar -> sidecar);
    }

    /** @param neighbour in whose rack the new host stands */
    public PlanDriver replacement(CassandraNode neighbour, UnaryOperator<SidecarProcess.Builder> special) {
        return replacing(cluster.addNode(neighbour), special);
    }

    /** The plan that replaces the dead node by one that was added. */
    public PlanDriver replacing(CassandraNode added, UnaryOperator<SidecarProcess.Builder> special) {
        SidecarProcess.Builder sidecar = special.apply(beside(added));
        if (settings.lifecycle) {
            sidecar.set("cassandra.lifecycle", added.lifecycleScript());
        }
        PlanDriver driver = new PlanDriver(this, added, sidecar.build());
        replacements.add(driver);
        driver.sidecar().startUnready();
        return driver;
    }

    /** Starts one more node that joins, but no further than to write survey. Returns once the ring waits for it. */
    public CassandraNode joiningNode() {
        CassandraNode joining = cluster.addNode(live().get(0));
        joining.launch(NodeStart.plain()
                .property("cassandra.write_survey", true)
                // The dead node owns ranges that it takes over.
                .property("cassandra.consistent.rangemovement", false)
                // Nobody can send the dead node's schema.
                .property("cassandra.skip_schema_check", true)
                .until(NodeReadiness.JMX));
        await("a node that joins", () -> seen(joining).endsWith("JOINING"));
        return joining;
    }

    /** Ends a node, and makes the others forget it. */
    public void remove(CassandraNode node) {
        node.kill9();
        boolean member = seen(node).endsWith("NORMAL");
        String[] command = node.version() == CassandraVersion.V6_0 && !member
                ? new String[] {"abortbootstrap", "--ip", node.address()}
                : new String[] {"assassinate", node.address()};
        await(
                List.of(command) + " takes effect",
                () -> seen(node).equals("GONE")
                        || live().get(0).nodetool(command).exitCode() == 0);
        await(node.address() + " is gone", () -> seen(node).equals("GONE"));
    }

    /** For instance {@code DOWN NORMAL}; {@code GONE} for a node that is in the ring no more. */
    public String seen(CassandraNode node) {
        return client(sidecar(0)).cluster().nodes().stream()
                .filter(each -> each.address().equals(node.address()))
                .map(each -> each.liveness() + " " + each.movement())
                .findFirst()
                .orElse("GONE");
    }

    /** Whether writes wait for a node that is not read. */
    public boolean isPending(String keyspace, CassandraNode node) {
        return client(sidecar(0)).pendingRanges(keyspace).ranges().stream()
                .anyMatch(range -> range.addresses().contains(node.address()));
    }

    /** Their addresses. */
    public Set<String> replicas(String keyspace) {
        return client(sidecar(0)).ring(keyspace).ranges().stream()
                .flatMap(range -> range.replicas().stream())
                .map(replica -> replica.address())
                .collect(Collectors.toSet());
    }

    /** Repeats writes that time out: a busy machine takes longer than Cassandra waits. */
    public static void patiently(Runnable writes) {
        Awaitility.await("rows are written").atMost(SEEN).ignoreExceptions().until(() -> {
            writes.run();
            return true;
        });
    }

    /** @throws RuntimeException where it does not come to pass within two minutes */
    public static void await(String what, Callable<Boolean> holds) {
        await(what, SEEN, holds);
    }

    /** Goes on while {@link #isLate}. */
    public static void await(String what, Duration bound, Callable<Boolean> holds) {
        AtomicReference<@Nullable Throwable> last = new AtomicReference<>();
        try {
            Awaitility.await(what)
                    .atMost(bound)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(250))
                    .ignoreExceptionsMatching(e -> {
                        if (isLate(e)) {
                            last.set(e);
                        }
                        return isLate(e);
                    })
                    .until(holds);
        } catch (ConditionTimeoutException e) {
            throw new ConditionTimeoutException(e.getMessage() + "; last seen: " + last.get(), e);
        }
    }

    /** A sidecar or its Cassandra has not answered in time, as happens on a busy machine and after a death. */
    static boolean isLate(Throwable e) {
        return e instanceof SidecarCallException
                || (e instanceof SidecarException refused
                        && refused.problem().status() >= 502
                        && refused.problem().status() <= 504);
    }

    @Override
    public void close() {
        replacements.forEach(PlanDriver::close);
        sidecars.values().forEach(SidecarProcess::close);
        cluster.close();
    }

    /** By default plain nodes of one data centre, whose waits before a join are short. */
    public static final class Builder {
        private final List<Consumer<CassandraCluster>> data = new ArrayList<>();
        private CassandraCluster.Builder cluster;
        private UnaryOperator<SidecarProcess.Builder> sidecars = UnaryOperator.identity();
        private boolean roles;
        private boolean lifecycle;
        private boolean bare;

        private Builder(CassandraVersion version, String name) {
            cluster = CassandraCluster.builder(version)
                    .name(name)
                    .nodes(3)
                    // Otherwise a coordinator at ONE may ask a faster replica than itself.
                    .yaml("dynamic_snitch", false)
                    .jvmOptions(
                            // Shorter than the broadcast interval: a dead node that was heard of within this time is
                            // taken for alive. 6.0 forgets a node that has not joined when it was silent for this
                            // time, as happens on a busy machine.
                            "-Dcassandra.ring_delay_ms=" + (version == CassandraVersion.V6_0 ? 10_000 : 3_000),
                            "-Dcassandra.broadcast_interval_ms=6000",
                            "-Dcassandra.schema_delay_ms=4000");
        }

        /** For instance the racks of the nodes, logins, or data directories. */
        public Builder cluster(UnaryOperator<CassandraCluster.Builder> settings) {
            cluster = settings.apply(cluster);
            return this;
        }

        /** Nodes notice a death in a third of the time. */
        public Builder quickDeaths() {
            return cluster(nodes -> nodes.yaml("phi_convict_threshold", 5));
        }

        /** Settings of every sidecar, those of new nodes too. */
        public Builder sidecars(UnaryOperator<SidecarProcess.Builder> settings) {
            sidecars = settings;
            return this;
        }

        /** Cassandra alone. */
        public Builder withoutSidecars() {
            bare = true;
            return this;
        }

        /** TLS: sidecars are peers, and the operator another identity. */
        public Builder roles() {
            roles = true;
            return this;
        }

        /** The sidecars of new nodes start and stop their Cassandra. */
        public Builder lifecycle() {
            lifecycle = true;
            return this;
        }

        /** A table in its keyspace. Every replica has every row. */
        public Builder table(PayloadTable table, int replicas) {
            return table(table, Map.of("datacenter1", replicas));
        }

        /** @param replicas by data centre */
        public Builder table(PayloadTable table, Map<String, Integer> replicas) {
            return data(all -> {
                createKeyspace(all, table.keyspace(), replicas);
                table.create(all.cql());
                patiently(() -> table.insert(all.cql(), LongStream.range(0, table.rows()), ConsistencyLevel.ALL));
            });
        }

        /** Adds work that is done while every node lives. */
        public Builder data(Consumer<CassandraCluster> written) {
            data.add(written);
            return this;
        }

        private static void createKeyspace(CassandraCluster all, String name, Map<String, Integer> replicas) {
            String each = replicas.entrySet().stream()
                    .map(replication -> ", '" + replication.getKey() + "': " + replication.getValue())
                    .collect(Collectors.joining());
            all.cql()
                    .execute("CREATE KEYSPACE IF NOT EXISTS " + name
                            + " WITH replication = {'class': 'NetworkTopologyStrategy'" + each + "}");
        }

        /** Returns when the sidecars are ready and every live node sees the death. */
        public DeadRing start() {
            return started(ring -> {
                ring.dead.kill9();
                ring.startSidecars(bare ? List.of() : ring.live());
                ring.die();
            });
        }

        /** Returns when every node lives, with a sidecar that is ready. {@link DeadRing#die} comes later. */
        public DeadRing startAlive() {
            return started(ring -> ring.startSidecars(ring.members));
        }

        private DeadRing started(Consumer<DeadRing> start) {
            DeadRing ring = new DeadRing(this);
            try {
                data.forEach(each -> each.accept(ring.cluster));
                start.accept(ring);
                return ring;
            } catch (RuntimeException e) {
                ring.close();
                throw e;
            }
        }
    }
}
