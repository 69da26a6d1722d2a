/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.clone;

import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.process.Command;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Cassandra's {@code sstableloader}, with its defaults: no throttle, and a heap of 256 MiB.
 *
 * @param files the SSTables of a table, in a directory of its name in one of the keyspace's name
 */
record Loader(Path files) {
    private static final int HEAP_MIB = 256;

    /** Several at the same time: one for the node of each copy. */
    void run(String node, int count, Duration bound) {
        List<Thread> running = IntStream.range(0, count)
                .mapToObj(i -> new Thread(
                        () -> Command.of(words(node)).within(bound).run().orThrow(), "loader-" + i))
                .toList();
        running.forEach(Thread::start);
        for (Thread each : running) {
            try {
                each.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }
    }

    private List<String> words(String node) {
        Path configuration = files.resolveSibling("../cassandra.yaml").normalize();
        List<String> words = new ArrayList<>(
                CassandraVersion.V5_0.program("org.apache.cassandra.tools.BulkLoader", HEAP_MIB, configuration));
        words.addAll(List.of("-f", configuration.toString(), "-d", node, files.toString()));
        return words;
    }
}
