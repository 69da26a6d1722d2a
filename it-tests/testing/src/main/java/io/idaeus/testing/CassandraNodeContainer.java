/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.testing;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.HealthCheck;
import com.github.dockerjava.api.model.HostConfig;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * One Cassandra node, from the image {@code idaeus-cassandra} or another. It owns the network address that its sidecar shares, and
 * the data volume, which {@code close()} deletes. It is ready when it serves CQL.
 */
public final class CassandraNodeContainer extends GenericContainer<CassandraNodeContainer> {
    static final int CONTROL_PORT = 9043;
    private static final int DATA_PORT = 9044;
    private static final int CQL_PORT = 9042;
    private static final Duration START_BOUND = Duration.ofMinutes(3);

    // SidecarReadiness polls instead.
    private static final HealthCheck NO_CHECK = new HealthCheck().withTest(List.of("NONE"));

    private final String name;
    private final DataVolume volume;
    private @Nullable String user;

    private CassandraNodeContainer(DockerImageName image, String name) {
        super(image);
        this.name = name;
        this.volume = new DataVolume(name);
        withEnv("CASSANDRA_CLUSTER_NAME", name);
        withNetworkAliases(name);
        withExposedPorts(CQL_PORT, CONTROL_PORT, DATA_PORT);
        withCreateContainerCmdModifier(this::place);
        waitingFor(SidecarReadiness.cql(this::cql, START_BOUND));
    }

    /**
     * A cluster of one node, unless {@link #inCluster} says otherwise.
     *
     * @param release the image tag, for instance {@code 5.0}
     * @param name names the cluster too; containers of the network reach the node and its sidecar by it
     */
    public static CassandraNodeContainer of(String release, String name) {
        return of(DockerImageName.parse("idaeus-cassandra").withTag(release), name);
    }

    /**
     * The same from an image of your own. As Cassandra's official image does, it keeps its files in {@code
     * /var/lib/cassandra}, serves JMX on its loopback address, and reads {@code CASSANDRA_CLUSTER_NAME} and {@code
     * CASSANDRA_SEEDS}. {@link #withYaml} and {@link #withDataDirectories} need {@code idaeus-cassandra}.
     */
    public static CassandraNodeContainer of(DockerImageName image, String name) {
        return new CassandraNodeContainer(image, name);
    }

    /** Joins a cluster. The seed needs the same cluster name. */
    public CassandraNodeContainer inCluster(String cluster, String seed) {
        return withEnv("CASSANDRA_CLUSTER_NAME", cluster).withEnv("CASSANDRA_SEEDS", seed);
    }

    public CassandraNodeContainer withDataDirectories(int count) {
        String[] directories = new String[count];
        Arrays.setAll(directories, i -> DataVolume.PATH + "/data" + (i + 1));
        return withEnv("CASSANDRA_DATA_DIRECTORIES", String.join(" ", directories));
    }

    /** Adds lines to cassandra.yaml. */
    public CassandraNodeContainer withYaml(String lines) {
        return withEnv("CASSANDRA_YAML", lines);
    }

    /**
     * Runs the node and its sidecar as another user.
     *
     * @param uidAndGid {@code uid:gid}
     */
    public CassandraNodeContainer withUser(String uidAndGid) {
        user = uidAndGid;
        return this;
    }

    /** The name in its network. */
    public String name() {
        return name;
    }

    /** The address that the node and its sidecar share in their network. */
    public String address() {
        return onItsNetwork().getIpAddress();
    }

    /** This machine's address in that network, if the engine runs on this machine. */
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

    /** As seen from this machine. */
    public InetSocketAddress cql() {
        return new InetSocketAddress(getHost(), getMappedPort(CQL_PORT));
    }

    /** The sidecar's control plane as seen from this machine. */
    InetSocketAddress control() {
        return new InetSocketAddress(getHost(), getMappedPort(CONTROL_PORT));
    }

    /**
     * @return what nodetool printed
     * @throws IllegalStateException if it fails
     */
    public String nodetool(String... arguments) {
        String[] command = new String[arguments.length + 1];
        command[0] = "nodetool";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        return run(command);
    }

    /**
     * Runs a command in the container.
     *
     * @return what it printed
     * @throws IllegalStateException if it fails
     */
    public String run(String... command) {
        return Engine.run(this, command);
    }

    /** Takes the node and its sidecar off their network. Their processes go on; {@link #cql} does not answer. */
    public void disconnect() {
        Engine.client()
                .disconnectFromNetworkCmd()
                .withNetworkId(getNetwork().getId())
                .withContainerId(getContainerId())
                .exec();
    }

    /** Reconnects the network under the same name. */
    public void reconnect() {
        Engine.client()
                .connectToNetworkCmd()
                .withNetworkId(getNetwork().getId())
                .withContainerId(getContainerId())
                .withContainerNetwork(new ContainerNetwork().withAliases(name))
                .exec();
    }

    /** SIGKILL. The sidecar loses its network: restart it after this node. */
    public void kill9() {
        Engine.kill(this);
    }

    /** Keeps the data. Returns when the node is ready. */
    public void startAgain() {
        Engine.startAgain(this);
        waitUntilContainerStarted();
    }

    /** The current state: ports may change after a reconnect or a restart. */
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

    void place(CreateContainerCmd command) {
        volume.mount(command);
        command.withHealthcheck(NO_CHECK);
        if (user != null) {
            // The images' directories are open to their owner and to group 0.
            HostConfig host = command.getHostConfig();
            command.withUser(user).withHostConfig((host == null ? new HostConfig() : host).withGroupAdd(List.of("0")));
        }
    }
}
