/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.soak;

import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The resources that a sidecar and its node hold.
 *
 * @param snapshots as the sidecar's API lists them
 * @param snapshotDirectories below the data directories, of any origin
 * @param staged transfers' directories below the staging root
 * @param records files of transfers, finished ones included
 * @param otherFiles below the state directory
 * @param heap bytes in use after a collection
 */
record Footprint(
        int descriptors,
        int threads,
        int snapshots,
        int snapshotDirectories,
        int leases,
        int staged,
        int records,
        int otherFiles,
        long heap) {
    // HTTP and JMX connections are kept for the next call.
    static final int DESCRIPTORS_SLACK = 8;

    // transfer-aside runs up to 16 threads; they end after an idle minute.
    static final int THREADS_SLACK = 16;

    // 200 finished transfers stay in memory.
    static final long HEAP_SLACK = 4 << 20;

    // A record and a plan.
    private static final int RECORDS_EACH = 2;

    private static final Set<String> OF_TRANSFERS = Set.of("transfers", "ended-transfers", "plans");

    static Footprint of(SidecarProcess sidecar, SidecarClient client, CassandraNode node) {
        // First, because jcmd leaves a thread and a socket in the JVM.
        long heap = sidecar.figures().heapAfterCollection();
        List<Path> state = files(sidecar.stateDirectory());
        int records = (int) state.stream().filter(Footprint::isOfTransfer).count();
        return new Footprint(
                sidecar.figures().descriptors(),
                sidecar.figures().threads(),
                client.snapshots().snapshots().size(),
                snapshotDirectories(node),
                client.leases().leases().size(),
                list(sidecar.stagingRoot()).size(),
                records,
                state.size() - records,
                heap);
    }

    boolean isIdle() {
        return snapshots + snapshotDirectories + leases + staged == 0;
    }

    /**
     * @param transfers made since
     * @return what grew, in words
     */
    List<String> growthSince(Footprint before, int transfers) {
        List<String> more = new ArrayList<>();
        compare(more, "descriptors", descriptors, before.descriptors + DESCRIPTORS_SLACK);
        compare(more, "threads", threads, before.threads + THREADS_SLACK);
        compare(more, "snapshots", snapshots, before.snapshots);
        compare(more, "snapshot directories", snapshotDirectories, before.snapshotDirectories);
        compare(more, "leases", leases, before.leases);
        compare(more, "directories in staging", staged, before.staged);
        compare(more, "transfer records", records, before.records + RECORDS_EACH * transfers);
        compare(more, "other state files", otherFiles, before.otherFiles);
        compare(more, "bytes of heap", heap, before.heap + HEAP_SLACK);
        return more;
    }

    private static void compare(List<String> more, String what, long found, long most) {
        if (found > most) {
            more.add("%d %s (expected: at most %d)".formatted(found, what, most));
        }
    }

    private static boolean isOfTransfer(Path file) {
        return OF_TRANSFERS.contains(file.getName(file.getNameCount() - 2).toString());
    }

    private static int snapshotDirectories(CassandraNode node) {
        return node.dataDirectories().stream()
                .flatMap(data -> list(data).stream())
                .flatMap(keyspace -> list(keyspace).stream())
                .mapToInt(table -> list(table.resolve("snapshots")).size())
                .sum();
    }

    private static List<Path> list(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> files(Path directory) {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
