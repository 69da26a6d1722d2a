/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.importing;

import io.idaeus.sidecar.cassandra.connection.CassandraSettings.Endpoint;
import io.idaeus.sidecar.cassandra.connection.Jmx;
import io.idaeus.sidecar.cassandra.importing.ImportOutcome.Status;
import io.idaeus.sidecar.cassandra.node.LocalNode;
import io.idaeus.sidecar.cassandra.schema.TableName;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Imports with {@code nodetool import} as a process. */
public final class NodetoolImporter implements Importer {
    // Linux limits arguments to 128 KiB; the rest is left for nodetool's own.
    static final int MAX_ARGUMENT_BYTES = 96 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(NodetoolImporter.class);

    // How nodetool announces the directories that failed, in all versions.
    private static final String LIST = "Some directories failed to import";

    private final Jmx jmx;
    private final LocalNode node;
    private final Nodetool nodetool;
    private final ImportTimeout timeout;

    public NodetoolImporter(Jmx jmx, LocalNode node, Path executable, Endpoint endpoint, ImportTimeout timeout) {
        this.jmx = jmx;
        this.node = node;
        this.nodetool = new Nodetool(executable, endpoint);
        this.timeout = timeout;
        // No reason to end: a replacement's sidecar can start before Cassandra is installed.
        failure().ifPresent(why -> LOG.warn("{}; until it is mended, this node can be no destination", why));
    }

    @Override
    public ImportOutcome importInto(TableName table, List<Path> directories, NodetoolImportOptions options) {
        new ImportCall(table, directories, options).check(jmx, node);
        return outcome(nodetool.run(arguments(table, directories, options), timeout.of(directories)), directories);
    }

    @Override
    public boolean fits(Collection<Path> directories) {
        long bytes = 0;
        for (Path directory : directories) {
            // The text, its NUL and the pointer to it.
            bytes += directory.toString().getBytes(StandardCharsets.UTF_8).length + 9L;
        }
        return bytes <= MAX_ARGUMENT_BYTES;
    }

    @Override
    public Optional<String> failure() {
        return nodetool.failure();
    }

    // With long names: the short name of --copy-data differs between versions.
    static List<String> arguments(TableName table, List<Path> directories, NodetoolImportOptions options) {
        List<String> words = new ArrayList<>(List.of("import"));
        flag(words, options.copyData(), "--copy-data");
        flag(words, options.keepLevel(), "--keep-level");
        flag(words, options.keepRepaired(), "--keep-repaired");
        flag(words, options.noVerify(), "--no-verify");
        flag(words, options.noTokens(), "--no-tokens");
        flag(words, options.noInvalidateCaches(), "--no-invalidate-caches");
        flag(words, options.quick(), "--quick");
        flag(words, options.extendedVerify(), "--extended-verify");
        flag(words, options.requireIndexComponents(), "--require-index-components");
        flag(words, options.noIndexValidation(), "--no-index-validation");
        words.add("--");
        words.add(table.keyspace());
        words.add(table.table());
        directories.forEach(directory -> words.add(directory.toString()));
        return words;
    }

    // nodetool lists the directories that failed and exits with 1, since 6.0 with 2; after an exception without the
    // list.
    static ImportOutcome outcome(Nodetool.Result result, List<Path> directories) {
        if (result.exitCode().isEmpty()) {
            return new ImportOutcome(Status.UNKNOWN, Set.of(), result.output());
        }
        if (result.exitCode().getAsInt() == 0) {
            return new ImportOutcome(Status.DONE, Set.of(), result.output());
        }
        Set<Path> listed = result.output().contains(LIST) ? listed(result.output(), directories) : Set.of();
        return new ImportOutcome(listed.isEmpty() ? Status.ERROR : Status.SOME_FAILED, listed, result.output());
    }

    // Searches for the known directories: 6.0-alpha2 puts no separator between them.
    private static Set<Path> listed(String output, List<Path> directories) {
        List<Path> longestFirst = directories.stream()
                .sorted(Comparator.comparingInt(
                                (Path directory) -> directory.toString().length())
                        .reversed())
                .toList();
        Set<Path> listed = new HashSet<>();
        int at = output.indexOf('/');
        while (at >= 0) {
            int start = at;
            Optional<Path> found = longestFirst.stream()
                    .filter(directory -> output.startsWith(directory.toString(), start))
                    .findFirst();
            found.ifPresent(listed::add);
            at = output.indexOf(
                    '/', start + found.map(path -> path.toString().length()).orElse(1));
        }
        return listed;
    }

    private static void flag(List<String> words, boolean set, String name) {
        if (set) {
            words.add(name);
        }
    }
}
