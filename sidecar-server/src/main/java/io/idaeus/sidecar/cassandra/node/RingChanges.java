/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import static io.idaeus.sidecar.cassandra.node.Mbeans.attribute;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.cassandra.connection.Jmx;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.problem.ProblemException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Joins the node to the ring, and relocates and cleans up its SSTables. Over JMX. */
public final class RingChanges {
    private static final Duration JOIN_LIMIT = Duration.ofMinutes(10);
    private static final Duration REWRITE_LIMIT = Duration.ofHours(24);

    private static final TableName LOCAL = new TableName("system", "local");

    // As nodetool cleanup does.
    private static final int JOBS = 2;

    private final Jmx jmx;

    public RingChanges(Jmx jmx) {
        this.jmx = jmx;
    }

    /**
     * Whether a node in write survey has started completely. Its open CQL port tells, or where clients must authenticate,
     * what the last part of a start leaves: an MBean, and in 4.0 that compactions are enabled.
     */
    public boolean isStartComplete() {
        return jmx.read("the start of the node", server -> {
            if ((Boolean) attribute(server, "NativeTransportRunning")) {
                return true;
            }
            return Mbeans.version(server).isAtLeast(4, 1)
                    ? server.isRegistered(Mbeans.AUDIT_LOG)
                    : !(Boolean) server.getAttribute(Mbeans.table(LOCAL), "AutoCompactionDisabled");
        });
    }

    /**
     * Whether the node has tokens. Up to 5.0 it saves them just before it tells the others that it joins. Started outside
     * the ring with saved tokens, it counts itself a member, and refuses to join as one that bootstraps.
     */
    public boolean hasTokens() {
        return jmx.read(
                "the tokens of the node", server -> !LocalNode.tokens(server).isEmpty());
    }

    /** The address that this node replaces and takes for alive; empty where it replaces none, or none that is alive. */
    public Optional<String> aliveThoughReplaced() {
        return jmx.read("the node that this one replaces", server -> {
            List<String> live = ((Collection<?>) attribute(server, "LiveNodesWithPort"))
                    .stream().map(address -> Addresses.host((String) address)).toList();
            return NodePhases.replaced(ProcessReader.options(server)).filter(live::contains);
        });
    }

    /**
     * Takes a node that is outside the ring into it, or into write survey where it was started so; or ends its write
     * survey. Blocks until Cassandra is done, which may stream meanwhile.
     *
     * @throws ProblemException CASSANDRA_REFUSED, also where the node joins all the same: look at its phase
     */
    public void join() {
        jmx.runOrFail(
                "join the ring",
                JOIN_LIMIT,
                server -> server.invoke(Mbeans.STORAGE_SERVICE, "joinRing", new Object[0], new String[0]));
    }

    /**
     * Moves SSTables to the data directories that their tokens belong to. Blocks until Cassandra is done.
     *
     * @throws ProblemException CASSANDRA_REFUSED
     */
    public void relocate(String keyspace, List<String> tables) {
        run("relocate the SSTables of " + keyspace + " " + tables, "relocateSSTables", keyspace, tables);
    }

    /**
     * Removes what this node does not own from tables of a keyspace. Blocks until Cassandra is done.
     *
     * @throws ProblemException CASSANDRA_REFUSED
     */
    public void cleanUp(String keyspace, List<String> tables) {
        run("clean up " + keyspace + " " + tables, "forceKeyspaceCleanup", keyspace, tables);
    }

    private void run(String what, String operation, String keyspace, List<String> tables) {
        Object status = jmx.runOrFail(
                what,
                REWRITE_LIMIT,
                server -> server.invoke(
                        Mbeans.STORAGE_SERVICE,
                        operation,
                        new Object[] {JOBS, keyspace, tables.toArray(String[]::new)},
                        new String[] {"int", String.class.getName(), String[].class.getName()}));
        if (!Integer.valueOf(0).equals(status)) {
            throw new ProblemException(
                    ProblemType.CASSANDRA_REFUSED,
                    what + ": Cassandra did not finish it (status " + status + "); see its log, and try again");
        }
    }
}
