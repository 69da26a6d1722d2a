/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.testing;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.HealthCheck;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * One Cassandra node in a container, from the image {@code idaeus-cassandra}. It owns the network address that it shares
 * with the sidecar beside it, and the volume with its data, which is deleted when it is closed. Ready once it serves CQL.
 */
public final class CassandraContainer extends GenericContainer<CassandraContainer> {
    static final int CONTROL_PORT = 9043;
    private static final int DATA_PORT = 9044;
    private static final int CQL_PORT = 9042;
    private static final Duration START_BOUND = Duration.ofMinutes(3);

    /** The images' own checks are for those who run them; {@link SidecarReadiness} asks here. */
    private static final HealthCheck NO_CHECK = new HealthCheck().withTest(List.of("NONE"));

    private final String name;
    private final DataVolume volume;
    private @Nullable String user;

    private CassandraContainer(String release, String name) {
        super(DockerImageName.parse("idaeus-cassandra").withTag(release));
        this.name = name;
        this.volume = new DataVolume(name);
        withEnv("CASSANDRA_CLUSTER_NAME", name);
        withNetworkAliases(name);
        withExposedPorts(CQL_PORT, CONTROL_PORT, DATA_PORT);
        withCreateContainerCmdModifier(this::place);
        waitingFor(SidecarReadiness.cql(this::cql, START_BOUND));
    }

    /**
     * A node that is a cluster of its own until told otherwise.
     *
     * @param release the tag of the image, for instance {@code 5.0}
     * @param name by which containers of its network reach it and the sidecar beside it; also the name of its cluster
     */
    public static CassandraContainer of(String release, String name) {
        return new CassandraContainer(release, name);
    }

    /** Makes it a member of a cluster. The seed itself must be told the cluster's name too. */
    public CassandraContainer inCluster(String cluster, String seed) {
        return withEnv("CASSANDRA_CLUSTER_NAME", cluster).withEnv("CASSANDRA_SEEDS", seed);
    }

    /** How many data directories it has. */
    public CassandraContainer withDataDirectories(int count) {
        String[] directories = new String[count];
        Arrays.setAll(directories, i -> DataVolume.PATH + "/data" + (i + 1));
        return withEnv("CASSANDRA_DATA_DIRECTORIES", String.join(" ", directories));
    }

    /** Further lines of cassandra.yaml. */
    public CassandraContainer withYaml(String lines) {
        return withEnv("CASSANDRA_YAML", lines);
    }

    /** Runs it, and the sidecar beside it, as another user than that of the images: {@code uid:gid}. */
    public CassandraContainer withUser(String uidAndGid) {
        user = uidAndGid;
        return this;
    }

    /** The name that it has in its network. */
    public String name() {
        return name;
    }

    /** The address that it, and the sidecar beside it, have in their network. */
    public String address() {
        return onItsNetwork().getIpAddress();
    }

    /** The address of this machine in that network, where the engine runs on it: by it containers reach the machine. */
    public String gateway() {
        return onItsNetwork().getGateway();
    }

    private ContainerNetwork onItsNetwork() {
        String network = getNetwork().getId();
        return getCurrentContainerInfo().getNetworkSettings().getNetworks().values().stream()
                .filter(candidate -> network.equals(candidate.getNetworkID()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(name + " is not on its network"));
    }

    /** Where this machine reaches CQL. */
    public InetSocketAddress cql() {
        return new InetSocketAddress(getHost(), getMappedPort(CQL_PORT));
    }

    /** Where this machine reaches the control plane of the sidecar beside it. */
    InetSocketAddress control() {
        return new InetSocketAddress(getHost(), getMappedPort(CONTROL_PORT));
    }

    /**
     * Runs nodetool in it.
     *
     * @return what it printed
     * @throws IllegalStateException when it fails
     */
    public String nodetool(String... arguments) {
        String[] command = new String[arguments.length + 1];
        command[0] = "nodetool";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        return run(command);
    }

    /**
     * Runs a command in it.
     *
     * @return what it printed
     * @throws IllegalStateException when it fails
     */
    public String run(String... command) {
        return Engine.run(this, command);
    }

    /** Takes it, and the sidecar beside it, off its network. Processes go on; {@link #cql} does not answer meanwhile. */
    public void disconnect() {
        Engine.client()
                .disconnectFromNetworkCmd()
                .withNetworkId(getNetwork().getId())
                .withContainerId(getContainerId())
                .exec();
    }

    /** Puts it on its network again, under the same name. */
    public void reconnect() {
        Engine.client()
                .connectToNetworkCmd()
                .withNetworkId(getNetwork().getId())
                .withContainerId(getContainerId())
                .withContainerNetwork(new ContainerNetwork().withAliases(name))
                .exec();
    }

    /** SIGKILL. The network of the sidecar beside it goes with it: start that one again after this one. */
    public void kill9() {
        Engine.kill(this);
    }

    /** Starts it again with the same data and waits until it is ready. */
    public void startAgain() {
        Engine.startAgain(this);
        waitUntilContainerStarted();
    }

    /** As it is now: a container that was off its network, or off, may come back with other ports. */
    @Override
    public InspectContainerResponse getContainerInfo() {
        return getCurrentContainerInfo();
    }

    @Override
    protected void configure() {
        volume.create();
    }

    @Override
    public void start() {
        Engine.startWithReason(super::start);
    }

    @Override
    public void stop() {
        super.stop();
        volume.delete();
    }

    /** What it and the sidecar beside it have in common. */
    void place(CreateContainerCmd command) {
        volume.mount(command);
        command.withHealthcheck(NO_CHECK);
        if (user != null) {
            command.withUser(user);
        }
    }
}
