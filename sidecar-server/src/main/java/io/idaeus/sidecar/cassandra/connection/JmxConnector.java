/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.connection;

import io.idaeus.sidecar.cassandra.connection.CassandraSettings.Endpoint;
import io.idaeus.sidecar.security.ClientTls;
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
import javax.rmi.ssl.SslRMIClientSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens JMX connections. Call it on a thread that can be abandoned: only the connect is bounded. */
record JmxConnector(Endpoint endpoint) {
    private static final Logger log = LoggerFactory.getLogger(JmxConnector.class);
    private static final String CHECK_STUB = "jmx.remote.x.check.stub";

    // RMI's timeouts hold for the whole process, and a read timeout would cut imports short. RMI ends a handshake
    // that hangs after 60 s.
    // The operator configures the address, and the registry is asked directly, without JNDI.
    @SuppressWarnings("BanJNDI")
    JMXConnector open() throws IOException, NotBoundException {
        endpoint.requirePrivatePassword();
        RMIServer server = (RMIServer) LocateRegistry.getRegistry(endpoint.host(), endpoint.port(), sockets())
                .lookup("jmxrmi");
        RMIConnector connector = new RMIConnector(server, environment());
        connector.connect();
        return connector;
    }

    private RMIClientSocketFactory sockets() {
        ClientTls tls = endpoint.tls();
        if (tls == null) {
            return new BoundedConnects();
        }
        JmxTlsSockets.use(tls);
        return new SslRMIClientSocketFactory();
    }

    private Map<String, Object> environment() {
        Map<String, Object> environment = new HashMap<>();
        // No heartbeat thread: the next call notices a dead connection.
        environment.put("jmx.remote.x.client.connection.check.period", 0L);
        // The registry may be on TLS, and what it names not: then no password is sent.
        environment.put(CHECK_STUB, Boolean.toString(endpoint.tls() != null));
        if (endpoint.credentials() != null) {
            environment.put(JMXConnector.CREDENTIALS, new String[] {
                endpoint.credentials().user(), endpoint.credentials().password()
            });
        }
        return environment;
    }

    static void close(JMXConnector connector) {
        try {
            connector.close();
        } catch (IOException e) {
            log.debug("JMX connection not closed cleanly", e);
        }
    }

    // Gives up connecting after a second. A record, since RMI compares factories.
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
