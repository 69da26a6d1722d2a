/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.doctor;

import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.node.Health;
import io.idaeus.api.node.NodeInfo;
import io.idaeus.cli.command.FanOut;
import io.idaeus.client.ClockSkew;
import io.idaeus.client.Diagnosis;
import io.idaeus.client.Diagnosis.Status;
import io.idaeus.client.SidecarCallException;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarException;
import io.idaeus.client.SidecarUnreachableException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Examines sidecars through their API. */
public final class SidecarDoctor {

    private final Clock clock;

    public SidecarDoctor(Clock clock) {
        this.clock = clock;
    }

    /** Findings about one sidecar; no version where it does not tell. */
    private record Examined(
            SidecarClient sidecar,
            List<Diagnosis> findings,
            @Nullable String version) {}

    /** @param own version of this command; null where it is unknown */
    public List<Diagnosis> examine(List<SidecarClient> sidecars, @Nullable String own) {
        List<Examined> all = FanOut.ask(sidecars, this::examine).stream()
                .map(answer -> Objects.requireNonNull(answer.value()))
                .toList();
        List<Diagnosis> findings = new ArrayList<>();
        all.forEach(each -> findings.addAll(each.findings()));
        findings.addAll(versions(all, own));
        return findings;
    }

    private Examined examine(SidecarClient sidecar) {
        List<Diagnosis> findings = new ArrayList<>();
        Diagnosis answer = found("sidecar", sidecar, () -> ClockSkew.of(sidecar, clock, "sidecar"));
        findings.add(answer);
        if (answer.status() == Status.FAIL) {
            return new Examined(sidecar, findings, null);
        }
        findings.add(found("readiness", sidecar, () -> readiness(sidecar)));
        try {
            NodeInfo node = sidecar.node();
            findings.add(node(sidecar, node));
            findings.add(found("cluster", sidecar, () -> cluster(sidecar)));
            return new Examined(sidecar, findings, node.sidecarVersion());
        } catch (SidecarCallException failure) {
            findings.add(failed("node", sidecar, failure));
            return new Examined(sidecar, findings, null);
        }
    }

    private static Diagnosis found(String check, SidecarClient sidecar, Supplier<Diagnosis> question) {
        try {
            return question.get();
        } catch (SidecarCallException failure) {
            return failed(check, sidecar, failure);
        }
    }

    private static Diagnosis failed(String check, SidecarClient sidecar, SidecarCallException failure) {
        if (failure instanceof SidecarUnreachableException away) {
            return Diagnosis.fail(check, "no response from " + sidecar.base() + ": " + away.detail(), away.remedy());
        }
        if (failure instanceof SidecarException refused) {
            return Diagnosis.fail(
                    check,
                    sidecar.base() + ": " + refused.problem().title(),
                    String.valueOf(refused.problem().detail()));
        }
        return Diagnosis.fail(check, String.valueOf(failure.getMessage()), "check that the address is a sidecar's");
    }

    private static Diagnosis readiness(SidecarClient sidecar) {
        Health health = sidecar.readiness();
        return health.up()
                ? Diagnosis.ok("readiness", sidecar.base() + " is ready")
                : Diagnosis.fail(
                        "readiness",
                        sidecar.base() + " is not ready: " + HealthCommand.failing(health.checks()),
                        "correct what it names, or run idaeus doctor on that host to see more");
    }

    private static Diagnosis node(SidecarClient sidecar, NodeInfo node) {
        String found = "%s: Cassandra %s, %s".formatted(sidecar.base(), node.cassandraVersion(), node.mode());
        return node.insecure()
                ? Diagnosis.warn(
                        "node",
                        found + "; it listens beyond loopback without TLS",
                        "set tls.certificate, tls.key and tls.trust in its configuration")
                : Diagnosis.ok("node", found);
    }

    private static Diagnosis cluster(SidecarClient sidecar) {
        List<String> down = sidecar.cluster().nodes().stream()
                .filter(node -> !node.liveness().equals("UP"))
                .map(ClusterNode::address)
                .toList();
        return down.isEmpty()
                ? Diagnosis.ok("cluster", sidecar.base() + " sees every node up")
                : Diagnosis.warn(
                        "cluster",
                        sidecar.base() + " does not see up: " + String.join(", ", down),
                        "start these nodes, or replace them with idaeus plan replace");
    }

    private static List<Diagnosis> versions(List<Examined> all, @Nullable String own) {
        Map<String, TreeSet<String>> whose = new TreeMap<>();
        for (Examined each : all) {
            if (each.version() != null) {
                whose.computeIfAbsent(each.version(), version -> new TreeSet<>())
                        .add(each.sidecar().base().toString());
            }
        }
        if (whose.isEmpty()) {
            return List.of();
        }
        if (own != null) {
            whose.computeIfAbsent(own, version -> new TreeSet<>()).add("this command");
        }
        List<String> found = new ArrayList<>();
        whose.forEach((version, who) -> found.add(version + " (" + String.join(", ", who) + ")"));
        String text = "Idaeus " + String.join("; ", found);
        return List.of(
                whose.size() == 1
                        ? Diagnosis.ok("version", text)
                        : Diagnosis.warn("version", text, "install the same version everywhere"));
    }
}
