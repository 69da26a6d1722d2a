/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import static io.idaeus.it.harness.cassandra.NodeJmx.STORAGE;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.cassandra.NodeJmx;
import io.idaeus.it.harness.process.FileTrees;
import io.idaeus.it.harness.process.Guard;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** One node that classes use one after the other. */
final class SharedNode implements AutoCloseable {
    private static final Duration LONGEST_SWEEP = Duration.ofMinutes(2);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);
    private static final String COMPACTIONS = "org.apache.cassandra.db:type=CompactionManager";
    private static final String STRING = String.class.getName();
    private static final String STRINGS = String[].class.getName();

    private final CassandraCluster cluster;
    private final Profile profile;
    private final Map<String, String> settings;
    private final Set<Path> files;
    private int moved;

    SharedNode(CassandraCluster cluster, Profile profile) {
        this.cluster = cluster;
        this.profile = profile;
        try {
            settings = node().jmx().over("the settings", SharedNode::settings);
            files = Set.copyOf(entries(node().directory()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    CassandraNode node() {
        return cluster.node();
    }

    boolean isOf(CassandraVersion version, Profile which) {
        return node().version() == version && profile == which;
    }

    @Override
    public void close() {
        cluster.close();
    }

    /**
     * Removes what a class has left.
     *
     * @return why the next class cannot have this node
     */
    Optional<String> sweep(Class<?> borrower) {
        CompletableFuture<Void> swept = CompletableFuture.runAsync(
                () -> {
                    try {
                        empty();
                        setAside(borrower);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                task -> new Thread(task, "sweep").start());
        try {
            swept.orTimeout(LONGEST_SWEEP.toSeconds(), TimeUnit.SECONDS).join();
            return Optional.empty();
        } catch (CompletionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            return Optional.of(cause instanceof Unclean ? String.valueOf(cause.getMessage()) : cause.toString());
        }
    }

    private void empty() throws IOException {
        check(node().isAlive(), "its process has ended");
        check(!node().isPaused(), "it is paused");
        List<ProcessHandle> others = Guard.childrenBelow(node().directory().getParent()).stream()
                .filter(child -> child.pid() != node().pid())
                .toList();
        others.forEach(ProcessHandle::destroyForcibly);
        check(others.isEmpty(), "processes beside it still run: " + others);
        node().jmx().over("looking at the state", server -> {
            checkState(server);
            return server;
        });
        for (String keyspace : keyspaces()) {
            drop(keyspace);
        }
        node().disconnect();
        node().jmx().over("looking for leftovers", server -> {
            server.invoke(new ObjectName(STORAGE), "clearSnapshot", new Object[] {"", new String[0]}, new String[] {
                STRING, STRINGS
            });
            checkLeftovers(server);
            return server;
        });
        deleteDroppedKeyspaces();
    }

    private void checkState(MBeanServerConnection server) throws JMException, IOException {
        ObjectName storage = new ObjectName(STORAGE);
        check(server.getAttribute(storage, "OperationMode").equals("NORMAL"), "its operation mode is not NORMAL");
        check(server.getAttribute(storage, "NativeTransportRunning").equals(true), "it does not serve CQL");
        check(server.getAttribute(storage, "GossipRunning").equals(true), "it does not gossip");
        ThreadMXBean threads = ManagementFactory.newPlatformMXBeanProxy(
                server, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
        check(
                Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds(), Integer.MAX_VALUE))
                        .filter(Objects::nonNull)
                        .noneMatch(SharedNode::imports),
                "it still imports");
    }

    private void checkLeftovers(MBeanServerConnection server) throws JMException, IOException {
        Map<String, String> now = settings(server);
        now.entrySet().removeAll(settings.entrySet());
        check(now.isEmpty(), "settings differ from those at its start: " + now);
        ObjectName storage = new ObjectName(STORAGE);
        check(((Map<?, ?>) server.getAttribute(storage, "SnapshotDetails")).isEmpty(), "it has snapshots");
        await("it still compacts", () -> ((List<?>) server.getAttribute(new ObjectName(COMPACTIONS), "Compactions"))
                .isEmpty());
    }

    private static boolean imports(ThreadInfo thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals("org.apache.cassandra.db.SSTableImporter"));
    }

    /** Whatever can be set at run time, after the user's keyspaces are gone. */
    private static Map<String, String> settings(MBeanServerConnection server) throws JMException, IOException {
        Map<String, String> found = new TreeMap<>();
        for (String bean : List.of(STORAGE, NodeJmx.PROXY, COMPACTIONS)) {
            String[] names = Arrays.stream(
                            server.getMBeanInfo(new ObjectName(bean)).getAttributes())
                    .filter(attribute -> attribute.isReadable() && attribute.isWritable())
                    .map(MBeanAttributeInfo::getName)
                    .toArray(String[]::new);
            for (Attribute attribute :
                    server.getAttributes(new ObjectName(bean), names).asList()) {
                String value = Arrays.deepToString(new Object[] {attribute.getValue()});
                found.put(attribute.getName(), value.substring(1, value.length() - 1));
            }
        }
        for (Object keyspace : (List<?>) server.getAttribute(new ObjectName(STORAGE), "Keyspaces")) {
            Object disabled = server.invoke(
                    new ObjectName(STORAGE),
                    "getAutoCompactionStatus",
                    new Object[] {keyspace, new String[0]},
                    new String[] {STRING, STRINGS});
            found.put("no automatic compaction in " + keyspace, new TreeMap<>((Map<?, ?>) disabled).toString());
        }
        return found;
    }

    private void drop(String keyspace) {
        try {
            node().cql().execute("DROP KEYSPACE \"" + keyspace + "\"");
        } catch (DriverTimeoutException busy) {
            await("it still drops " + keyspace, () -> !keyspaces().contains(keyspace));
        }
    }

    private List<String> keyspaces() {
        return node().cql().execute("SELECT keyspace_name FROM system_schema.keyspaces").stream()
                .map(row -> String.valueOf(row.getString(0)))
                .filter(name -> !name.startsWith("system"))
                .toList();
    }

    // A table that is created again gets a new directory, and tests look for one by its name.
    private void deleteDroppedKeyspaces() throws IOException {
        for (Path data : node().dataDirectories()) {
            check(snapshots(data).isEmpty(), "it has snapshots on its disk: " + snapshots(data));
            for (Path keyspace : entries(data)) {
                if (!keyspace.getFileName().toString().startsWith("system")) {
                    await("SSTables of a dropped keyspace stay in " + keyspace, () -> !hasSstables(keyspace));
                    FileTrees.deleteAllBut(keyspace, List.of());
                }
            }
        }
    }

    private static List<Path> snapshots(Path data) throws IOException {
        try (Stream<Path> all = Files.walk(data, 4)) {
            return all.filter(path -> path.getParent().endsWith("snapshots")).toList();
        }
    }

    // Cassandra deletes them soon after the drop. Other files are of the class.
    private static boolean hasSstables(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.anyMatch(file -> file.toString().endsWith("-Data.db"));
        }
    }

    /** The next class finds the node's directory as after the start, and nothing beside it. */
    private void setAside(Class<?> borrower) throws IOException {
        for (Path entry : entries(node().directory())) {
            if (!files.contains(entry)) {
                FileTrees.deleteAllBut(entry, List.of());
            }
        }
        Path base = node().directory().getParent();
        Path ended = base.resolve("ended");
        for (Path entry : entries(base)) {
            if (!entry.equals(node().directory()) && !entry.equals(ended)) {
                Path kept = ended.resolve(borrower.getSimpleName() + "-" + ++moved);
                Files.createDirectories(kept);
                Files.move(entry, kept.resolve(entry.getFileName()));
            }
        }
    }

    private static List<Path> entries(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList();
        }
    }

    private interface Condition {
        boolean holds() throws JMException, IOException;
    }

    private static void await(String otherwise, Condition condition) {
        try {
            Awaitility.await()
                    .atMost(LONGEST_WAIT)
                    .pollInterval(Duration.ofMillis(20))
                    .ignoreExceptionsInstanceOf(UncheckedIOException.class)
                    .until(condition::holds);
        } catch (ConditionTimeoutException e) {
            throw new Unclean(otherwise);
        }
    }

    private static void check(boolean clean, String otherwise) {
        if (!clean) {
            throw new Unclean(otherwise);
        }
    }

    private static final class Unclean extends RuntimeException {
        private static final long serialVersionUID = 1;

        Unclean(String what) {
            super(what);
        }
    }
}
