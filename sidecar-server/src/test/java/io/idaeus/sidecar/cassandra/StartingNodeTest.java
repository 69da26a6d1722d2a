/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings.Endpoint;
import io.idaeus.sidecar.problem.ProblemException;
import java.net.ServerSocket;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RMISocketFactory;
import java.rmi.server.UnicastRemoteObject;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.MBeanServerFactory;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.Test;

/** Cassandra opens JMX seconds before it has anything to say there. */
class StartingNodeTest {
    @Test
    void aNodeThatHasNotRegisteredItsMbeansYetIsAwayAndHasRefusedNothing() throws Exception {
        AtomicInteger given = new AtomicInteger();
        Registry registry = LocateRegistry.createRegistry(0, RMISocketFactory.getDefaultSocketFactory(), any -> {
            ServerSocket socket = new ServerSocket(any);
            given.set(socket.getLocalPort());
            return socket;
        });
        int port = given.get();
        JMXConnectorServer server = JMXConnectorServerFactory.newJMXConnectorServer(
                new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi"),
                null,
                MBeanServerFactory.newMBeanServer());
        server.start();
        Endpoint endpoint = new Endpoint("127.0.0.1", port, null);
        try (CassandraDoor door = new CassandraDoor(CassandraSettings.of(endpoint, endpoint, null))) {
            assertThatExceptionOfType(ProblemException.class)
                    .isThrownBy(() -> door.node().identity())
                    .withMessageContaining("the node is starting")
                    .satisfies(e -> assertThat(e.type()).isEqualTo(ProblemType.CASSANDRA_UNAVAILABLE));
        } finally {
            server.stop();
            UnicastRemoteObject.unexportObject(registry, true);
        }
    }
}
