/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.doctor;

import io.idaeus.client.Diagnosis;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.CassandraHealth;
import io.idaeus.sidecar.cassandra.node.NodeIdentity;
import io.idaeus.sidecar.cassandra.node.RingAddresses;
import io.idaeus.sidecar.config.CassandraConfig;
import io.idaeus.sidecar.config.Endpoint;
import io.idaeus.sidecar.config.SidecarConfig;
import io.idaeus.sidecar.problem.ProblemException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Whether Cassandra answers, is of a known version, and can import. */
final class CassandraCheck {
    private final CassandraConfig cassandra;
    private final CassandraDoor door;
    private final CassandraHealth health;
    private final Optional<NodeIdentity> node;

    CassandraCheck(SidecarConfig config, CassandraDoor door) {
        this.cassandra = config.cassandra();
        this.door = door;
        this.health = door.health();
        this.node = health.jmx().isUp() ? identity(door) : Optional.empty();
    }

    private static Optional<NodeIdentity> identity(CassandraDoor door) {
        try {
            return Optional.of(door.node().identity());
        } catch (ProblemException away) {
            // Gone since the check, or still starting: the mode, which the check of JMX found, says so.
            return Optional.empty();
        }
    }

    List<Diagnosis> examine() {
        List<Diagnosis> all = new ArrayList<>();
        all.add(answer(
                "jmx",
                health.jmx(),
                cassandra.jmx(),
                "start Cassandra, or correct host, port, user and passwordFile of cassandra.jmx"));
        all.add(answer("cql", health.cql(), cassandra.cql(), cqlRemedy(health.jmx())));
        node.ifPresent(found -> all.addAll(node(found)));
        all.add(importer());
        return all;
    }

    /** Empty where Cassandra does not answer. */
    List<Path> dataDirectories() {
        return node.map(NodeIdentity::dataDirectories).orElse(List.of());
    }

    /** Addresses of the ring's nodes; empty where Cassandra does not answer. */
    Set<InetAddress> ring() {
        return node.isPresent() ? RingAddresses.of(door.ring()) : Set.of();
    }

    private static Diagnosis answer(String check, CassandraHealth.Check found, Endpoint endpoint, String remedy) {
        return found.isUp()
                ? Diagnosis.ok(check, "%s:%d answers: %s".formatted(endpoint.host(), endpoint.port(), found.detail()))
                : Diagnosis.fail(check, found.detail(), remedy);
    }

    /** Cassandra listens for CQL at one address; often it is not that of JMX. */
    static String cqlRemedy(CassandraHealth.Check jmx) {
        return (jmx.isUp() ? "Cassandra runs, since JMX answers: " : "start Cassandra, or ")
                + "set cassandra.cql.host and .port to rpc_address and native_transport_port of cassandra.yaml,"
                + " and correct user and passwordFile";
    }

    private static List<Diagnosis> node(NodeIdentity found) {
        List<Diagnosis> all = new ArrayList<>();
        String version = "Cassandra " + found.version();
        all.add(
                found.version().isAtLeast(4, 0)
                        ? Diagnosis.ok("version", version)
                        : Diagnosis.fail("version", version, "upgrade Cassandra to 4.0 or later"));
        if (!found.operationMode().equals("NORMAL")) {
            all.add(Diagnosis.warn(
                    "mode",
                    "Cassandra is " + found.operationMode(),
                    "wait until it is NORMAL; imports into this node need that"));
        }
        return all;
    }

    private Diagnosis importer() {
        String found = cassandra.importer() == CassandraConfig.Importer.NODETOOL
                ? cassandra.nodetool() + " can be run"
                : "not used: SSTables are imported over JMX";
        return door.importerFailure()
                .map(failure -> Diagnosis.fail(
                        "nodetool",
                        failure,
                        "set cassandra.nodetool to the script of this Cassandra, or remove it to import over JMX"))
                .orElseGet(() -> Diagnosis.ok("nodetool", found));
    }
}
