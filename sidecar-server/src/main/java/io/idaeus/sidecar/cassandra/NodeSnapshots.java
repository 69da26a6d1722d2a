/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings;
import io.idaeus.sidecar.cassandra.connection.Jmx;
import io.idaeus.sidecar.cassandra.connection.Unavailable;
import io.idaeus.sidecar.cassandra.node.LocalNode;
import io.idaeus.sidecar.cassandra.node.Mbeans;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.problem.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.jspecify.annotations.Nullable;

/** The node's snapshots. Methods block until Cassandra is done. */
public final class NodeSnapshots {
    private static final String STRING = String.class.getName();
    private static final String STRINGS = String[].class.getName();
    private static final String MAP = Map.class.getName();

    private final Jmx jmx;
    private final LocalNode node;
    private final Duration limit;

    NodeSnapshots(Jmx jmx, LocalNode node, CassandraSettings settings) {
        this.jmx = jmx;
        this.node = node;
        this.limit = settings.snapshotTimeout();
    }

    /**
     * Holds what was acknowledged before, unless {@code skipFlush}.
     *
     * @throws ProblemException INVALID_TAG, UNKNOWN_KEYSPACE, UNKNOWN_TABLE, SNAPSHOT_EXISTS
     */
    public void takeTables(String tag, List<TableName> tables, SnapshotOptions options) {
        SnapshotTagRule.require(tag);
        requireSome(tables, "table");
        Mbeans.requireTables(jmx, tables);
        Map<String, List<String>> unflushed = options.skipFlush()
                ? Map.of()
                : tables.stream()
                        .collect(Collectors.groupingBy(
                                TableName::keyspace, Collectors.mapping(TableName::table, Collectors.toList())));
        take(tag, tables.stream().map(TableName::toString).toList(), unflushed);
    }

    public void takeKeyspaces(String tag, List<String> keyspaces, SnapshotOptions options) {
        SnapshotTagRule.require(tag);
        requireSome(keyspaces, "keyspace");
        Mbeans.requireKeyspaces(jmx, keyspaces);
        Map<String, List<String>> unflushed = options.skipFlush()
                ? Map.of()
                : keyspaces.stream().distinct().collect(Collectors.toMap(keyspace -> keyspace, keyspace -> List.of()));
        take(tag, keyspaces, unflushed);
    }

    /**
     * Keyspaces may be dropped ones.
     *
     * @throws ProblemException INVALID_TAG, INVALID_REQUEST
     */
    public void clear(String tag, List<String> keyspaces) {
        SnapshotTagRule.require(tag);
        requireSome(keyspaces, "keyspace");
        keyspaces.forEach(TableName::requireKeyspace);
        jmx.runOrFail(
                "clear snapshot " + tag,
                limit,
                server -> server.invoke(
                        Mbeans.STORAGE_SERVICE,
                        "clearSnapshot",
                        new Object[] {tag, keyspaces.toArray(String[]::new)},
                        new String[] {STRING, STRINGS}));
    }

    /** One entry for each table. */
    public List<SnapshotDetails> list() {
        boolean options = node.version().isAtLeast(4, 1);
        Map<?, ?> byTag = jmx.runOrFail(
                "list snapshots",
                limit,
                server -> options
                        ? (Map<?, ?>) server.invoke(
                                Mbeans.STORAGE_SERVICE,
                                "getSnapshotDetails",
                                new Object[] {new HashMap<>(Map.of("include_ephemeral", "true"))},
                                new String[] {MAP})
                        : (Map<?, ?>) Mbeans.attribute(server, "SnapshotDetails"));
        List<SnapshotDetails> all = new ArrayList<>();
        for (Object table : byTag.values()) {
            for (Object row : ((TabularData) table).values()) {
                all.add(details((CompositeData) row));
            }
        }
        return List.copyOf(all);
    }

    // From 4.1 on a snapshot flushes, too, but does not wait for a flush that is under way: it lacks what that writes
    // (ColumnFamilyStore.snapshot). forceKeyspaceFlush waits. Unflushed are tables by keyspace; none are all of it.
    private void take(String tag, List<String> entities, Map<String, List<String>> unflushed) {
        Map<String, String> options = new HashMap<>(Map.of("skipFlush", "true"));
        try {
            jmx.runOrFail("take snapshot " + tag, limit, server -> {
                for (Map.Entry<String, List<String>> of : unflushed.entrySet()) {
                    server.invoke(
                            Mbeans.STORAGE_SERVICE,
                            "forceKeyspaceFlush",
                            new Object[] {of.getKey(), of.getValue().toArray(String[]::new)},
                            new String[] {STRING, STRINGS});
                }
                return server.invoke(
                        Mbeans.STORAGE_SERVICE,
                        "takeSnapshot",
                        new Object[] {tag, options, entities.toArray(String[]::new)},
                        new String[] {STRING, MAP, STRINGS});
            });
        } catch (ProblemException e) {
            throw alreadyExists(e) ? exists(tag, e) : e;
        }
    }

    private static boolean alreadyExists(ProblemException e) {
        return e.type() == ProblemType.CASSANDRA_REFUSED
                && e.getCause() != null
                && Unavailable.rootMessage(e.getCause()).contains("already exists");
    }

    private static ProblemException exists(String tag, ProblemException e) {
        return new ProblemException(
                ProblemType.SNAPSHOT_EXISTS,
                "snapshot " + tag + " exists already; choose another tag, or delete it first",
                e);
    }

    private static void requireSome(Collection<?> named, String what) {
        if (named.isEmpty()) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST, what + "s: none (expected: at least one " + what + ")");
        }
    }

    private static SnapshotDetails details(CompositeData row) {
        return new SnapshotDetails(
                text(row, "Snapshot name"),
                new TableName(text(row, "Keyspace name"), text(row, "Column family name")),
                SnapshotSizes.bytes(text(row, "Size on disk")),
                SnapshotSizes.bytes(text(row, "True size")),
                instant(row, "Creation time"),
                instant(row, "Expiration time"),
                row.containsKey("Ephemeral") && Boolean.parseBoolean(text(row, "Ephemeral")));
    }

    private static @Nullable Instant instant(CompositeData row, String item) {
        Object value = row.containsKey(item) ? row.get(item) : null;
        return value == null ? null : Instant.parse((String) value);
    }

    private static String text(CompositeData row, String item) {
        return (String) row.get(item);
    }
}
