/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.select;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.node.NodeIdentity;
import io.idaeus.sidecar.cassandra.schema.HeaderTypes;
import io.idaeus.sidecar.cassandra.schema.SchemaReader;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.cassandra.schema.TableSchema;
import io.idaeus.sidecar.description.TableDefinitions;
import io.idaeus.sidecar.disk.DirectoryScans;
import io.idaeus.sidecar.disk.StalledScanException;
import io.idaeus.sidecar.filemode.FileModes;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.check.Destination;
import io.idaeus.sidecar.selection.check.DestinationBuilder;
import io.idaeus.sidecar.selection.check.DestinationTableBuilder;
import io.idaeus.sidecar.slice.codec.ChunkCodecs;
import io.idaeus.sidecar.store.LocalDiskException;
import io.idaeus.sidecar.transfer.job.ClaimTerms;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongBiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the facts about this node that a selection needs. */
public final class DestinationFacts {
    private final CassandraDoor door;
    private final ClaimSchemas schemas;
    private final List<Path> stagingRoots;
    private final double headroom;
    private final ToLongBiFunction<Path, String> reserved;

    /** @param reserved bytes that transfers other than this one will still write below a root */
    public DestinationFacts(
            CassandraDoor door,
            ClaimSchemas schemas,
            List<Path> stagingRoots,
            double headroom,
            ToLongBiFunction<Path, String> reserved) {
        this.door = door;
        this.schemas = schemas;
        this.stagingRoots = List.copyOf(stagingRoots);
        this.headroom = headroom;
        this.reserved = reserved;
    }

    /**
     * @param transferId whose own reservation of space does not count
     * @param terms null for a transfer of no plan
     * @throws ProblemException PLAN_REFUSED where nothing can be staged; CASSANDRA_UNAVAILABLE
     */
    public Destination gather(List<TableRef> tables, String transferId, @Nullable ClaimTerms terms) {
        requireStaging();
        NodeIdentity node = door.node().identity();
        ClaimSchemas.Recorded schema = schema(tables, terms);
        return DestinationBuilder.builder()
                .hostId(node.hostId().toString())
                .cluster(node.clusterName())
                .members(door.cluster().cluster().nodes().stream()
                        .map(ClusterNode::hostId)
                        .collect(Collectors.toSet()))
                .cassandraVersion(node.version().toString())
                .partitioner(node.partitioner())
                .compatibilityMode(schema.compatibilityMode())
                .importFailure(door.importerFailure().orElse(null))
                .missingCompressors(ChunkCodecs.missing())
                .staging(stagingRoots.stream()
                        .map(root -> root(root, node.dataDirectories(), transferId))
                        .toList())
                .tables(schema.tables().stream()
                        .map(table -> owned(table, terms))
                        .toList())
                .build();
    }

    void requireStaging() {
        if (stagingRoots.isEmpty()) {
            throw new ProblemException(
                    ProblemType.PLAN_REFUSED,
                    "this sidecar has no staging root (expected: staging.roots with one directory on the file system of"
                            + " each data directory), so its node can be a source but not a destination");
        }
    }

    /** @param terms null for a transfer of no plan */
    public Destination.Table table(TableRef ref, @Nullable ClaimTerms terms) {
        return owned(schema(List.of(ref), terms).tables().get(0), terms);
    }

    private Destination.Table owned(ClaimSchemas.Table table, @Nullable ClaimTerms terms) {
        return DestinationTableBuilder.builder()
                .ref(table.ref())
                .system(table.system())
                .id(table.id())
                .definition(table.definition())
                .owned(
                        terms == null
                                ? TokenRanges.of(
                                        door.ring().localRanges(table.ref().keyspace()))
                                : terms.ownedTokens())
                .header(table.header())
                .droppedTypes(table.droppedTypes())
                .empty(door.tables()
                        .isEmpty(new TableName(
                                table.ref().keyspace(), table.ref().table())))
                .build();
    }

    private ClaimSchemas.Recorded schema(List<TableRef> tables, @Nullable ClaimTerms terms) {
        if (terms == null) {
            return read(tables, "");
        }
        String version = door.node().schemaVersion();
        try {
            ClaimSchemas.Recorded read = read(tables, version);
            if (door.node().schemaVersion().equals(version)) {
                schemas.record(terms.plan(), read);
            }
            return read;
        } catch (ProblemException e) {
            if (e.type() != ProblemType.CASSANDRA_UNAVAILABLE || door.process().phase() != Phase.SURVEY) {
                throw e;
            }
            return recorded(tables, terms.plan(), version, e);
        }
    }

    private ClaimSchemas.Recorded recorded(
            List<TableRef> tables, String plan, String version, ProblemException closed) {
        ClaimSchemas.Recorded known = schemas.find(plan)
                .filter(recorded -> recorded.version().equals(version))
                .orElseThrow(() -> new ProblemException(
                        ProblemType.CASSANDRA_UNAVAILABLE,
                        "CQL is closed in write survey, and the schema (version " + version
                                + ") is not the one that an earlier transfer of plan " + plan
                                + " read; the transfer waits until CQL opens or the schema is as it was. "
                                + closed.getMessage(),
                        closed));
        List<ClaimSchemas.Table> found = tables.stream()
                .map(ref -> known.table(ref)
                        .orElseThrow(() -> new ProblemException(
                                ProblemType.CASSANDRA_UNAVAILABLE,
                                "CQL is closed in write survey, and no earlier transfer of plan " + plan + " read "
                                        + ref.keyspace() + "." + ref.table()
                                        + "; the transfer waits until CQL opens. " + closed.getMessage(),
                                closed)))
                .toList();
        return new ClaimSchemas.Recorded(version, known.compatibilityMode(), found);
    }

    private ClaimSchemas.Recorded read(List<TableRef> tables, String version) {
        return new ClaimSchemas.Recorded(
                version,
                door.options().storageCompatibilityMode().orElse(null),
                tables.stream().map(this::read).toList());
    }

    private ClaimSchemas.Table read(TableRef ref) {
        TableSchema schema = schema(ref);
        HeaderTypes types = HeaderTypes.of(schema);
        return new ClaimSchemas.Table(
                ref,
                SchemaReader.isSystem(ref.keyspace()),
                schema.id().toString().replace("-", ""),
                TableDefinitions.of(schema),
                types.header(),
                types.droppedColumns());
    }

    /**
     * The same, with what tells a plan that nobody waits for: a transfer waits until its staging can be written.
     */
    Destination withWritability(Destination destination) {
        List<Destination.StagingRoot> staging = destination.staging().stream()
                .map(root -> new Destination.StagingRoot(
                        root.path(),
                        root.freeBytes(),
                        root.headroom(),
                        root.onDataFileSystem(),
                        root.within(),
                        Files.isWritable(root.path())))
                .toList();
        return DestinationBuilder.builder()
                .hostId(destination.hostId())
                .cluster(destination.cluster())
                .members(destination.members())
                .cassandraVersion(destination.cassandraVersion())
                .partitioner(destination.partitioner())
                .compatibilityMode(destination.compatibilityMode())
                .importFailure(destination.importFailure())
                .missingCompressors(destination.missingCompressors())
                .staging(staging)
                .tables(destination.tables())
                .build();
    }

    private static @Nullable Path within(Path root, List<Path> dataDirectories) throws IOException {
        Path real = root.toRealPath();
        for (Path directory : dataDirectories) {
            DirectoryScans.at(directory);
            if (Files.exists(directory) && real.startsWith(directory.toRealPath())) {
                return directory;
            }
        }
        return null;
    }

    private TableSchema schema(TableRef ref) {
        try {
            return door.schemas().table(new TableName(ref.keyspace(), ref.table()));
        } catch (ProblemException e) {
            if (e.type() != ProblemType.UNKNOWN_TABLE && e.type() != ProblemType.UNKNOWN_KEYSPACE) {
                throw e;
            }
            throw new ProblemException(
                    e.type(),
                    "The destination, the node beside this sidecar, has no table " + ref.keyspace() + "." + ref.table()
                            + ". Create it there with the schema that it has at the source.",
                    e);
        }
    }

    private Destination.StagingRoot root(Path root, List<Path> dataDirectories, String transferId) {
        List<Path> looked = new ArrayList<>(dataDirectories);
        looked.add(root);
        try {
            return DirectoryScans.ofProcess().run(looked, () -> found(root, dataDirectories, transferId));
        } catch (StalledScanException e) {
            throw new LocalDiskException(
                    "the staging root " + root + " cannot be compared with Cassandra's data directories: "
                            + e.getMessage(),
                    LocalDiskException.Kind.STALLED,
                    e);
        } catch (IOException e) {
            throw LocalDiskException.at(
                    root, "the staging root " + root + " cannot be used; check that it exists and is writable", e);
        }
    }

    private Destination.StagingRoot found(Path root, List<Path> dataDirectories, String transferId) throws IOException {
        DirectoryScans.at(root);
        FileModes.createDirectories(root);
        FileStore store = Files.getFileStore(root);
        boolean onData = false;
        for (Path directory : dataDirectories) {
            DirectoryScans.at(directory);
            onData |= Files.exists(directory) && Files.getFileStore(directory).equals(store);
        }
        long free = store.getUsableSpace() - reserved.applyAsLong(root, transferId);
        return new Destination.StagingRoot(root, free, headroom, onData, within(root, dataDirectories), true);
    }
}
