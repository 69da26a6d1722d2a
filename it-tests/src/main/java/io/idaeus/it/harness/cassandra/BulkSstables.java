/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.cassandra;

import io.idaeus.it.harness.process.Command;
import io.idaeus.it.harness.process.FileTrees;
import io.idaeus.it.harness.process.Workspace;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.stream.LongStream;

/**
 * SSTables of one table, from Cassandra's own writer.
 *
 * @param schema the CREATE TABLE statement
 * @param insert the INSERT statement
 * @param kind of the rows, as {@code BulkWriter} names them
 */
public record BulkSstables(String keyspace, String table, String schema, String insert, int valueBytes, String kind) {
    /**
     * Writes the rows with these ids into {@code scratch/<keyspace>/<table>}; every Cassandra imports from such a path.
     *
     * @param sstableMiB the approximate size of each SSTable
     * @return the directory with the SSTables
     */
    public Path generate(CassandraVersion version, Path scratch, int sstableMiB, LongStream ids) {
        Path directory = scratch.resolve(keyspace).resolve(table);
        FileTrees.create(List.of(directory));
        Path configuration = scratch.resolve("cassandra.yaml");
        CassandraYaml.of(version, scratch, List.of(scratch.resolve("data"))).write(configuration);
        List<String> words = new ArrayList<>(version.java());
        words.addAll(List.of(
                "@" + Resources.copy(Resources.JVM_OPTIONS, scratch),
                "-Xmx" + Math.max(1024, 12 * sstableMiB) + "M",
                "-Djava.io.tmpdir=" + scratch,
                "-Dcassandra.config=" + configuration.toUri(),
                "-Dcassandra.storagedir=" + scratch,
                Workspace.module().resolve("src/oracle/java/BulkWriter.java").toString(),
                directory.toString(),
                schema,
                insert,
                written(ids, scratch.resolve("ids")).toString(),
                Integer.toString(valueBytes),
                Integer.toString(sstableMiB),
                kind));
        Command.of(words).within(Duration.ofMinutes(20)).run().orThrow();
        return directory;
    }

    private static Path written(LongStream ids, Path file) {
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            for (PrimitiveIterator.OfLong each = ids.iterator(); each.hasNext(); ) {
                out.writeLong(each.nextLong());
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
