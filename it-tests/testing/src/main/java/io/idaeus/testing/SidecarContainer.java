/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.testing;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.HostConfig;
import io.idaeus.client.SidecarClient;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * The sidecar of one node in a container, from the image {@code idaeus-sidecar}, as in a pod: it shares the node's
 * network address and data volume. Starts the node where that is not running. Ready when its readiness says so.
 */
public final class SidecarContainer extends GenericContainer<SidecarContainer> {
    private static final Duration START_BOUND = Duration.ofMinutes(2);

    private static final long MEMORY = 1L << 30;

    private final CassandraContainer node;

    private SidecarContainer(CassandraContainer node) {
        super(DockerImageName.parse("idaeus-sidecar"));
        this.node = node;
        dependsOn(node);
        withSetting("insecure", "true");
        withSetting("data.advertisedHost", node.name());
        withCreateContainerCmdModifier(node::place);
        withCreateContainerCmdModifier(SidecarContainer::bound);
        waitingFor(SidecarReadiness.http(() -> uri().resolve("/health/readiness"), START_BOUND));
    }

    /** A sidecar of this node, without TLS. */
    public static SidecarContainer beside(CassandraContainer node) {
        return new SidecarContainer(node);
    }

    /** Names, addresses or networks of sidecars that this one may pull from. */
    public SidecarContainer allowPeers(String... peers) {
        return withSetting("peers.allow", String.join(";", peers));
    }

    /** A setting by the key that docs/configuration.md has for it, for instance {@code transfers.maxRate}. */
    public SidecarContainer withSetting(String key, String value) {
        String words = key.replace('.', '_').replaceAll("([a-z])([A-Z])", "$1_$2");
        return withEnv("IDAEUS_" + words.toUpperCase(Locale.ROOT), value);
    }

    /** Where this machine reaches its control plane. */
    public URI uri() {
        InetSocketAddress control = node.control();
        return URI.create("http://" + control.getHostString() + ":" + control.getPort());
    }

    /** Where other sidecars reach its control plane: what a transfer names as its source. */
    public URI peerUri() {
        return URI.create("http://" + node.name() + ":" + CassandraContainer.CONTROL_PORT);
    }

    /** A client of it, made anew: after a restart it may be elsewhere. */
    public SidecarClient client() {
        return SidecarClient.of(uri());
    }

    /** SIGKILL. */
    public void kill9() {
        Engine.kill(this);
    }

    /**
     * SIGTERM, and waits for the end, as {@code docker stop} does.
     *
     * @return its exit code
     */
    public long terminate() {
        return Engine.terminate(this);
    }

    /** SIGTERM, its end and a start with the same state in one, as {@code docker restart} does; waits until it is ready. */
    public void restart() {
        Engine.restart(this);
        waitUntilContainerStarted();
    }

    /** Starts it again with the same state and waits until it is ready. */
    public void startAgain() {
        Engine.startAgain(this);
        waitUntilContainerStarted();
    }

    /** Its heap is a quarter of that; without a bound it would be a quarter of the machine. */
    private static void bound(CreateContainerCmd command) {
        HostConfig host = command.getHostConfig();
        command.withHostConfig((host == null ? new HostConfig() : host).withMemory(MEMORY));
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
