/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.cassandra;

import io.idaeus.it.harness.cassandra.NodeSettings.JmxCredentials;
import java.io.IOException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.registry.LocateRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.rmi.RMIConnector;
import javax.management.remote.rmi.RMIServer;
import org.jspecify.annotations.Nullable;

/** A node's JMX. Each call opens a connection. */
public final class NodeJmx {
    /** The name of the bean that most operations on a node belong to. */
    public static final String STORAGE = "org.apache.cassandra.db:type=StorageService";

    private final NodeSettings node;

    NodeJmx(NodeSettings node) {
        this.node = node;
    }

    /** The name of the bean of reads and writes that a node coordinates. */
    public static final String PROXY = "org.apache.cassandra.db:type=StorageProxy";

    /** For instance NORMAL or JOINING. */
    public String operationMode() throws IOException {
        return (String) attribute(STORAGE, "OperationMode");
    }

    /** No attribute says so. 6.0 calls it a failed join of a complete bootstrap. */
    boolean inSurvey() throws IOException {
        if (!(boolean) attribute(STORAGE, "Initialized")) {
            return false;
        }
        return switch (operationMode()) {
            case "JOINING" -> !(boolean) attribute(STORAGE, "BootstrapMode");
            case "JOINING_FAILED" -> attribute(STORAGE, "BootstrapState").equals("COMPLETED");
            default -> false;
        };
    }

    boolean servesCql() throws IOException {
        return (boolean) attribute(STORAGE, "NativeTransportRunning");
    }

    List<?> liveNodes() throws IOException {
        return (List<?>) attribute(STORAGE, "LiveNodes");
    }

    void flush(String keyspace, String table) throws IOException {
        invoke(
                "forceKeyspaceFlush",
                new Object[] {keyspace, new String[] {table}},
                String.class.getName(),
                String[].class.getName());
    }

    /** Runs a major compaction and waits for its end. */
    void compact(String keyspace, String table) throws IOException {
        invoke(
                "forceKeyspaceCompaction",
                new Object[] {false, keyspace, new String[] {table}},
                boolean.class.getName(),
                String.class.getName(),
                String[].class.getName());
    }

    void disableAutocompaction(String keyspace, String table) throws IOException {
        invoke(
                "disableAutoCompaction",
                new Object[] {keyspace, new String[] {table}},
                String.class.getName(),
                String[].class.getName());
    }

    int liveSstables(String keyspace, String table) throws IOException {
        String metric = "org.apache.cassandra.metrics:type=Table,keyspace=%s,scope=%s,name=LiveSSTableCount";
        return (int) attribute(metric.formatted(keyspace, table), "Value");
    }

    private void invoke(String operation, Object[] arguments, String... signature) throws IOException {
        invoke(STORAGE, operation, arguments, signature);
    }

    /** @param signature the class names of the parameters */
    public @Nullable Object invoke(String bean, String operation, Object[] arguments, String... signature)
            throws IOException {
        return over(operation, server -> server.invoke(new ObjectName(bean), operation, arguments, signature));
    }

    /** Returns when the last file has arrived. */
    Duration rebuild(String datacenter, String keyspace) throws IOException {
        String string = String.class.getName();
        return over("rebuild of " + keyspace + " from " + datacenter, server -> {
            long began = System.nanoTime();
            server.invoke(
                    new ObjectName(STORAGE), "rebuild", new Object[] {datacenter, keyspace, null, null}, new String[] {
                        string, string, string, string
                    });
            return Duration.ofNanos(System.nanoTime() - began);
        });
    }

    public Object attribute(String name, String attribute) throws IOException {
        return over(
                "attribute " + attribute + " of " + name,
                server -> server.getAttribute(new ObjectName(name), attribute));
    }

    public void set(String name, Attribute attribute) throws IOException {
        over("setting " + attribute + " of " + name, server -> {
            server.setAttribute(new ObjectName(name), attribute);
            return attribute;
        });
    }

    public interface Call<T extends @Nullable Object> {
        T on(MBeanServerConnection server) throws JMException, IOException;
    }

    /** Makes several calls over one connection. */
    public <T extends @Nullable Object> T over(String what, Call<T> call) throws IOException {
        try (JMXConnector connector = connect()) {
            return call.on(connector.getMBeanServerConnection());
        } catch (JMException e) {
            throw new IOException(what + " failed at node " + node.name(), e);
        }
    }

    // The node is our own child, and its registry is asked directly, without JNDI.
    @SuppressWarnings("BanJNDI")
    private JMXConnector connect() throws IOException {
        JmxCredentials login = node.jmxCredentials();
        JMXConnector connector = new RMIConnector(
                server(),
                login == null
                        ? Map.of()
                        : Map.of(JMXConnector.CREDENTIALS, new String[] {login.user(), login.password()}));
        connector.connect();
        return connector;
    }

    private RMIServer server() throws IOException {
        try {
            Remote found =
                    LocateRegistry.getRegistry("127.0.0.1", node.jmxPort()).lookup("jmxrmi");
            if (found instanceof RMIServer server) {
                return server;
            }
            // The registry of a starting node answers before the server is bound in it.
            throw new IOException("node " + node.name() + " is about to open JMX");
        } catch (NotBoundException | RuntimeException e) {
            // The registry may be asked before its constructor has ended, and then fails with a RuntimeException of its
            // own.
            throw new IOException("node " + node.name() + " is about to open JMX", e);
        }
    }
}
