/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.connection;

import io.idaeus.sidecar.cassandra.connection.CassandraSettings.Endpoint;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.rmi.NotBoundException;
import java.rmi.registry.LocateRegistry;
import java.rmi.server.RMIClientSocketFactory;
import java.util.HashMap;
import java.util.Map;
import javax.management.remote.JMXConnector;
import javax.management.remote.rmi.RMIConnector;
import javax.management.remote.rmi.RMIServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens JMX connections with the JDK's connector. A connect to the port itself is bounded by a socket factory of our
 * own; what follows is not: RMI's timeouts are one set for the whole process, and a read timeout would cut imports
 * short. So whoever calls this runs it on a thread that can be left behind. (RMI ends a handshake that hangs after 60 s
 * by itself.)
 */
record JmxConnector(Endpoint endpoint) {
    private static final Logger log = LoggerFactory.getLogger(JmxConnector.class);

    /** Blocks for as long as the other side does. */
    // The address is the operator's, and JNDI is not in it: the registry is asked directly.
    @SuppressWarnings("BanJNDI")
    JMXConnector open() throws IOException, NotBoundException {
        RMIServer server =
                (RMIServer) LocateRegistry.getRegistry(endpoint.host(), endpoint.port(), new BoundedConnects())
                        .lookup("jmxrmi");
        RMIConnector connector = new RMIConnector(server, environment());
        connector.connect();
        return connector;
    }

    private Map<String, Object> environment() {
        Map<String, Object> environment = new HashMap<>();
        // No heartbeat thread: a connection that died is noticed by the next call.
        environment.put("jmx.remote.x.client.connection.check.period", 0L);
        if (endpoint.credentials() != null) {
            environment.put(JMXConnector.CREDENTIALS, new String[] {
                endpoint.credentials().user(), endpoint.credentials().password()
            });
        }
        return environment;
    }

    /** Tells the other side goodbye if it listens; may block. */
    static void close(JMXConnector connector) {
        try {
            connector.close();
        } catch (IOException e) {
            log.debug("JMX connection not closed in order: most are closed because they broke", e);
        }
    }

    /** Gives up a connect after a second; the operating system would take minutes. A record, for RMI compares them. */
    private record BoundedConnects() implements RMIClientSocketFactory {
        private static final int CONNECT_MILLIS = 1000;

        @Override
        public Socket createSocket(String host, int port) throws IOException {
            Socket socket = new Socket();
            try {
                socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
                return socket;
            } catch (IOException e) {
                socket.close();
                throw e;
            }
        }
    }
}
