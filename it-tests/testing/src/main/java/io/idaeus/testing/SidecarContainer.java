/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.testing;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.HostConfig;
import io.idaeus.client.SidecarClient;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * A node's sidecar, from the image {@code idaeus-sidecar} or another. As in a pod, it shares the node's network address and data
 * volume. It starts the node first if needed. It is ready when its readiness check passes.
 * Its JVM is quick to start and does not optimize; set {@code JAVA_OPTS} to measure.
 */
public final class SidecarContainer extends GenericContainer<SidecarContainer> {
    private static final Duration START_BOUND = Duration.ofMinutes(2);

    private static final long MEMORY = 1L << 30;

    // Half the CPU of a start: most tests end before the optimizing compiler would pay.
    private static final String QUICK_TO_START = "-XX:MaxRAMPercentage=25 -XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

    private final CassandraNodeContainer node;

    private SidecarContainer(CassandraNodeContainer node, DockerImageName image) {
        super(image);
        this.node = node;
        dependsOn(node);
        withEnv("JAVA_OPTS", QUICK_TO_START);
        withSetting("insecure", "true");
        withSetting("data.advertisedHost", node.name());
        withCreateContainerCmdModifier(node::place);
        withCreateContainerCmdModifier(SidecarContainer::bound);
        waitingFor(SidecarReadiness.http(() -> uri().resolve("/health/readiness"), START_BOUND));
    }

    /** Without TLS. */
    public static SidecarContainer beside(CassandraNodeContainer node) {
        return beside(node, DockerImageName.parse("idaeus-sidecar"));
    }

    /**
     * The same from an image of your own, for instance one in a registry: {@code registry.example.org/idaeus-sidecar:0.1.0}.
     */
    public static SidecarContainer beside(CassandraNodeContainer node, DockerImageName image) {
        return new SidecarContainer(node, image);
    }

    /** @param peers names, addresses or networks of sidecars that this one may pull from */
    public SidecarContainer allowPeers(String... peers) {
        return withSetting("peers.allow", String.join(";", peers));
    }

    /** Sets a key of the configuration, for instance {@code transfers.maxRate}; docs/configuration.md leads to all. */
    public SidecarContainer withSetting(String key, String value) {
        String words = key.replace('.', '_').replaceAll("([a-z])([A-Z])", "$1_$2");
        return withEnv("IDAEUS_" + words.toUpperCase(Locale.ROOT), value);
    }

    /** The control plane as seen from this machine. */
    public URI uri() {
        InetSocketAddress control = node.control();
        return URI.create("http://" + control.getHostString() + ":" + control.getPort());
    }

    /** The control plane as seen by other sidecars: the source of a transfer. */
    public URI peerUri() {
        return URI.create("http://" + node.name() + ":" + CassandraNodeContainer.CONTROL_PORT);
    }

    /** A new client. A restart may move the control plane, so ask for another client then. */
    public SidecarClient client() {
        return SidecarClient.of(uri());
    }

    /** SIGKILL. */
    public void kill9() {
        Engine.kill(this);
    }

    /**
     * Like {@code docker stop}: SIGTERM, then waits for the end.
     *
     * @return the exit code
     */
    public long terminate() {
        return Engine.terminate(this);
    }

    /** Like {@code docker restart}: keeps the state and returns when the sidecar is ready. */
    public void restart() {
        Engine.restart(this);
        waitUntilContainerStarted();
    }

    /** Keeps the state. Returns when the sidecar is ready. */
    public void startAgain() {
        Engine.startAgain(this);
        waitUntilContainerStarted();
    }

    // The heap is a quarter of the container's memory; without a bound, a quarter of the machine's. Confined as in
    // docker/compose.yaml; native libraries are unpacked in /tmp.
    private static void bound(CreateContainerCmd command) {
        HostConfig host = command.getHostConfig();
        command.withHostConfig((host == null ? new HostConfig() : host)
                .withMemory(MEMORY)
                .withReadonlyRootfs(true)
                .withTmpFs(Map.of("/tmp", "exec,size=64m"))
                .withCapDrop(Capability.ALL)
                .withSecurityOpts(List.of("no-new-privileges")));
    }

    @Override
    protected void configure() {
        withNetworkMode("container:" + node.getContainerId());
    }

    @Override
    public void start() {
        Engine.startWithReason(super::start);
    }
}
