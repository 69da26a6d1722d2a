/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.containers;

import io.idaeus.testing.CassandraNodeContainer;
import io.idaeus.testing.SidecarContainer;
import java.util.List;
import java.util.stream.Stream;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.lifecycle.Startables;

/**
 * Two one-node clusters with a sidecar each; the second pulls from the first. The first node has two data directories.
 * The second runs as a user unknown to the images.
 */
final class ContainerPair implements AutoCloseable {
    private final Network network = Network.newNetwork();
    private final CassandraNodeContainer source =
            CassandraNodeContainer.of("5.0", "source").withNetwork(network).withDataDirectories(2);
    private final CassandraNodeContainer destination =
            CassandraNodeContainer.of("5.0", "destination").withNetwork(network).withUser("4711:4712");
    private final SidecarContainer sourceSidecar =
            SidecarContainer.beside(source).withSetting("snapshots.reaperInterval", "1s");
    // By name, and by this machine's address in the network.
    private final SidecarContainer destinationSidecar =
            SidecarContainer.beside(destination).allowPeers("source", "172.16.0.0/12", "192.168.0.0/16");

    private ContainerPair() {}

    static ContainerPair start() {
        ContainerPair pair = new ContainerPair();
        try {
            Startables.deepStart(pair.sourceSidecar, pair.destinationSidecar).join();
            return pair;
        } catch (RuntimeException e) {
            pair.close();
            throw e;
        }
    }

    CassandraNodeContainer source() {
        return source;
    }

    CassandraNodeContainer destination() {
        return destination;
    }

    SidecarContainer sourceSidecar() {
        return sourceSidecar;
    }

    SidecarContainer destinationSidecar() {
        return destinationSidecar;
    }

    Puller puller() {
        return new Puller(destinationSidecar);
    }

    List<SidecarContainer> from() {
        return List.of(sourceSidecar);
    }

    @Override
    public void close() {
        Stream.of(destinationSidecar, sourceSidecar, destination, source).forEach(GenericContainer::stop);
        network.close();
    }
}
