/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.doctor;

import io.idaeus.client.Diagnosis;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.config.ConfigException;
import io.idaeus.sidecar.config.ConfigFile;
import io.idaeus.sidecar.config.SidecarConfig;
import java.net.InetAddress;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Examines this host with the sidecar's configuration. It changes nothing and takes no lock, so it works beside a sidecar
 * that runs, and where one refuses to start. No check waits for ever.
 */
public final class Doctor {
    private static final Duration EACH = Duration.ofSeconds(20);

    private final ConfigFile file;
    private final SidecarConfig config;
    private final ExaminedHost host;
    private final Clock clock;
    private final CheckLimit deadline;

    public Doctor(ConfigFile file, ExaminedHost host, Clock clock) {
        this(file, host, clock, EACH);
    }

    /** @param limit of each check */
    public Doctor(ConfigFile file, ExaminedHost host, Clock clock, Duration limit) {
        this.file = file;
        this.config = file.config();
        this.host = host;
        this.clock = clock;
        this.deadline = new CheckLimit(limit);
    }

    /** Findings of a configuration that the sidecar refuses. */
    public static List<Diagnosis> refused(ConfigException refused) {
        String remedy = refused.getCause() instanceof NoSuchFileException
                ? "name the file with --config or IDAEUS_CONFIG"
                : refused.getCause() instanceof AccessDeniedException
                        ? "run doctor as the sidecar's user, and let that user read the file"
                        : "correct it: the sidecar does not start until then";
        return refused.problems().stream()
                .map(problem -> Diagnosis.fail("configuration", refused.source() + ": " + problem, remedy))
                .toList();
    }

    /** Reports each finding as soon as there is one. */
    public void examine(Consumer<Diagnosis> report) {
        report.accept(Diagnosis.ok("configuration", file.source() + ": every key is known and valid"));
        file.warnings()
                .forEach(
                        warning -> report.accept(Diagnosis.warn("configuration", warning, "correct it, or remove it")));
        report.accept(Diagnosis.ok("java", "Java " + Runtime.version()));
        Path state = config.stateDirectory();
        deadline.examine(
                        "user",
                        state.toString(),
                        () -> List.of(UserCheck.of(System.getProperty("user.name", ""), state)))
                .forEach(report);
        deadline.examine("certificate", "the files of certificates", this::certificates)
                .forEach(report);
        deadline.examine("access", "the access list", () -> List.of(access())).forEach(report);
        Node node = deadline.call("cassandra", "Cassandra", this::node, Node::unknown);
        node.found().forEach(report);
        DirectoryCheck directories = new DirectoryCheck(config, node.data(), deadline);
        directories.examine(report);
        SidecarCheck sidecars = new SidecarCheck(config, host.tls(), clock);
        deadline.examine("sidecar", "this host's sidecar", sidecars::own).forEach(report);
        deadline.examine("peer", "the other sidecars", () -> sidecars.peers(node.ring()))
                .forEach(report);
    }

    private List<Diagnosis> certificates() {
        List<Diagnosis> all = new ArrayList<>();
        if (config.exposed()) {
            all.add(Diagnosis.warn(
                    "certificate",
                    "insecure: true, so the sidecar listens beyond loopback without TLS",
                    "set tls.certificate, tls.key and tls.trust"));
        } else if (host.tls() == null) {
            all.add(Diagnosis.ok("certificate", "none is needed: the sidecar listens on loopback only"));
        }
        all.addAll(new CertificateCheck(host, names(), clock).examine());
        return all;
    }

    private List<String> names() {
        return List.of(SidecarCheck.host(config), config.data().advertisedHost()).stream()
                .distinct()
                .toList();
    }

    private Diagnosis access() {
        Path list = config.access().list();
        try {
            host.access().run();
            return Diagnosis.ok("access", list == null ? "no access list is configured" : list + " is valid");
        } catch (IllegalArgumentException unusable) {
            return Diagnosis.fail("access", String.valueOf(unusable.getMessage()), "correct the file of access.list");
        }
    }

    /** Cassandra, as far as it answers. */
    private record Node(List<Diagnosis> found, List<Path> data, Set<InetAddress> ring) {
        static Node unknown(Diagnosis failure) {
            return new Node(List.of(failure), List.of(), Set.of());
        }
    }

    private Node node() {
        try (CassandraDoor door = host.door().get()) {
            CassandraCheck cassandra = new CassandraCheck(config, door);
            return new Node(cassandra.examine(), cassandra.dataDirectories(), cassandra.ring());
        } catch (IllegalArgumentException unusable) {
            return Node.unknown(Diagnosis.fail(
                    "cassandra",
                    String.valueOf(unusable.getMessage()),
                    "correct the files of cassandra.jmx.tls or cassandra.cql.tls"));
        }
    }
}
