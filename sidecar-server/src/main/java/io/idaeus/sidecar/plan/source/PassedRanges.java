/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.source;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.snapshot.LeaseRequest;
import io.idaeus.api.snapshot.SnapshotRequest;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarException;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.cluster.KnownSidecar;
import io.idaeus.sidecar.plan.cluster.PeerCalls;
import io.idaeus.sidecar.plan.draft.BaseTag;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.draft.TransferPart;
import io.idaeus.sidecar.plan.record.PlanRecord;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ranges that a new node passes on to another one, which joins after it. Both were filled from the same node. What the first
 * got since it was filled, from clients and by its delta, nobody else need have: the second takes it from the first, and
 * leaves out the SSTables of a snapshot that was taken before the first joined, the base. What those hold the second has from
 * the node that they were filled from: it catches up after the base is taken. For one attempt of a step. Not thread-safe.
 */
public final class PassedRanges {
    private static final Logger LOG = LoggerFactory.getLogger(PassedRanges.class);
    // Far longer than nodes take to join: the plan releases it.
    private static final String HELD = "7d";

    private final StepContext context;
    // By the address of the sidecar.
    private final Map<String, String> hostIds = new HashMap<>();

    public PassedRanges(StepContext context) {
        this.context = context;
    }

    public static boolean areIn(TransferPart part) {
        return part.ranges().stream().anyMatch(range -> range.from() != null);
    }

    /** Takes the base of each node that passes ranges on to this one, before what it lacks of that is brought over. */
    public static void takeBases(StepContext context) {
        Set<String> from = from(
                context.plan().draft(),
                destination -> destination.equals(context.step().destination()));
        from.forEach(sidecar -> takeBase(context, sidecar));
    }

    // Addresses of sidecars.
    private static Set<String> from(Draft draft, Predicate<String> destinations) {
        return draft.ranges().stream()
                .filter(range -> destinations.test(range.destination()))
                .map(PlanRange::from)
                .filter(Objects::nonNull)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void takeBase(StepContext context, String sidecar) {
        SidecarClient client = context.directory().at(sidecar).client();
        String tag = BaseTag.of(context.plan().draft().digest());
        CassandraProcess running =
                context.askHost(context.directory().at(sidecar)).cassandra();
        // Later it would have what clients wrote to that node, which this one lacks.
        if (running == null || running.phase() != Phase.NOT_JOINED) {
            return;
        }
        PeerCalls.translated(() -> {
            // First: so nobody clears it.
            client.lease(lease(context.plan()), new LeaseRequest(tag, HELD, true));
            try {
                client.createSnapshot(new SnapshotRequest(tag, null, tables(context, sidecar), null, true));
            } catch (SidecarException e) {
                if (!is(e, ProblemType.SNAPSHOT_EXISTS)) {
                    throw e;
                }
            }
            return true;
        });
    }

    // A sidecar that adopts the plan may not renew what another one holds.
    private static String lease(PlanRecord plan) {
        return "plan-" + plan.id() + "-" + plan.fence();
    }

    private static boolean is(SidecarException e, ProblemType type) {
        return ProblemType.fromUri(e.problem().type()).filter(type::equals).isPresent();
    }

    private static boolean isThere(SidecarClient client, String tag) {
        try {
            client.snapshot(tag);
            return true;
        } catch (SidecarException e) {
            if (!is(e, ProblemType.UNKNOWN_SNAPSHOT)) {
                throw e;
            }
            return false;
        }
    }

    // The tables whose ranges it passes on.
    private static List<TableRef> tables(StepContext context, String sidecar) {
        Set<String> keyspaces =
                context.filled().stream().map(PlanKeyspace::keyspace).collect(Collectors.toSet());
        KnownSidecar there = context.directory().at(sidecar);
        return context.askKeyspaces(there).stream()
                .filter(keyspace -> keyspaces.contains(keyspace.name()))
                .flatMap(keyspace -> keyspace.tables().stream().map(table -> new TableRef(keyspace.name(), table)))
                .toList();
    }

    /** Lets go of the bases of a plan that ends. One whose sidecar does not answer is cleared in the end. */
    public static void release(PlanRecord plan, Function<String, SidecarClient> sidecars) {
        for (String sidecar : from(plan.draft(), destination -> true)) {
            try {
                PeerCalls.translated(() -> {
                    sidecars.apply(sidecar).release(lease(plan));
                    return true;
                });
            } catch (ProblemException e) {
                LOG.info("plan {}: the base at {} is not released: {}", plan.id(), sidecar, e.getMessage());
            }
        }
    }

    /** Whether the step takes a range from the node that passes it on: once that has joined, nobody else has it. */
    boolean isTaken(PlanRange range) {
        return range.from() != null && (takesSince() || context.hasJoined(range.from()));
    }

    private boolean takesSince() {
        return context.step().action() == StepAction.DELTA || context.step().action() == StepAction.AWAIT_SURVEY;
    }

    /**
     * Host id of the node that passes the range on.
     *
     * @throws ProblemException CASSANDRA_UNAVAILABLE while it does not run
     */
    public String hostId(PlanRange range) {
        return hostIds.computeIfAbsent(String.valueOf(range.from()), sidecar -> {
            CassandraProcess running =
                    context.askHost(context.directory().at(sidecar)).cassandra();
            if (running == null) {
                throw new ProblemException(
                        ProblemType.CASSANDRA_UNAVAILABLE,
                        "the Cassandra beside " + sidecar + ", which passes ranges on, does not answer");
            }
            return running.hostId();
        });
    }

    /** The source with this host id; empty where it is none of those that pass ranges on. */
    Optional<SourceRef> source(String hostId, String cluster, List<String> ranges) {
        return hostIds.entrySet().stream()
                .filter(known -> known.getValue().equals(hostId))
                .findFirst()
                .map(known -> new SourceRef(known.getKey(), hostId, cluster, ranges, base(known.getKey())));
    }

    // Without one, as after it was cleared, everything moves. What was not filled needs everything, too.
    private @Nullable String base(String sidecar) {
        String tag = BaseTag.of(context.plan().draft().digest());
        return takesSince()
                        && PeerCalls.translated(
                                () -> isThere(context.directory().at(sidecar).client(), tag))
                ? tag
                : null;
    }
}
