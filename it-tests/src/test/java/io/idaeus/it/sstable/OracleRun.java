/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.sstable;

import io.idaeus.it.harness.CassandraVersion;
import io.idaeus.it.harness.Command;
import io.idaeus.it.harness.Workspace;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * SSTables written by one Cassandra, and that Cassandra's reading of them. Runs the programs of {@code src/oracle/java} as
 * processes on its class path.
 */
public final class OracleRun {
    private final OracleFormat format;
    private final Path directory;
    private final List<Map<String, String>> answers;

    private OracleRun(OracleFormat format, Path directory, List<Map<String, String>> answers) {
        this.format = format;
        this.directory = directory;
        this.answers = answers;
    }

    /** @param rows of the largest table; 0 for none */
    public static OracleRun write(OracleFormat format, Path directory, int rows, boolean small) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("cassandra.yaml"), yaml(format, directory));
        copyResource("jvm17.options", directory.resolve("jvm17.options"));
        copyResource("logback-tools.xml", directory.resolve("logback.xml"));
        List<Map<String, String>> parsed = new ArrayList<>();
        for (String line : run(
                format,
                directory,
                "SstableOracle",
                directory.resolve("data").toString(),
                String.valueOf(rows),
                String.valueOf(small))) {
            parsed.add(parse(line));
        }
        return new OracleRun(format, directory, parsed);
    }

    /**
     * Has the Cassandra that wrote the SSTables read slices of them.
     *
     * @param slices a line for each, as {@code SliceOracle} takes them
     * @return a line for each that is wrong, and the number of the others
     */
    List<String> compare(List<String> slices) throws IOException {
        Path list = Files.write(directory.resolve("slices.tsv"), slices);
        return run(
                format,
                directory,
                "SliceOracle",
                list.toString(),
                schemas(directory).toString());
    }

    private static Path schemas(Path directory) {
        return directory.resolve("schemas.tsv");
    }

    private static List<String> run(OracleFormat format, Path directory, String program, String... arguments)
            throws IOException {
        Path answers = directory.resolve("answers.tsv");
        CassandraVersion version = format.version();
        List<String> words = new ArrayList<>(version.java());
        words.addAll(List.of(
                "@" + directory.resolve("jvm17.options"),
                "-javaagent:" + jamm(version),
                "--add-opens=java.base/java.math=ALL-UNNAMED",
                "-Xmx2560M",
                "-Doracle.out=" + answers,
                "-Doracle.schemas=" + schemas(directory),
                "-Dcassandra.config=" + directory.resolve("cassandra.yaml").toUri(),
                "-Dcassandra.storagedir=" + directory.resolve("node"),
                "-Dlogback.configurationFile=" + directory.resolve("logback.xml"),
                Workspace.module()
                        .resolve("src/oracle/java/" + program + ".java")
                        .toString()));
        words.addAll(List.of(arguments));
        Command.of(words).within(Duration.ofMinutes(5)).run().orThrow();
        return Files.readAllLines(answers);
    }

    private static Map<String, String> parse(String line) {
        Map<String, String> answer = new LinkedHashMap<>();
        for (String field : line.split("\t", -1)) {
            int equals = field.indexOf('=');
            answer.put(field.substring(0, equals), field.substring(equals + 1));
        }
        return answer;
    }

    private static String yaml(OracleFormat format, Path directory) {
        String sync = format.version() == CassandraVersion.V4_0
                ? "commitlog_sync_period_in_ms: 10000"
                : "commitlog_sync_period: 10000ms";
        return """
                cluster_name: oracle
                partitioner: org.apache.cassandra.dht.Murmur3Partitioner
                num_tokens: 1
                commitlog_sync: periodic
                %1$s
                data_file_directories: [%2$s/node/data]
                commitlog_directory: %2$s/node/commitlog
                saved_caches_directory: %2$s/node/saved_caches
                hints_directory: %2$s/node/hints
                cdc_raw_directory: %2$s/node/cdc_raw
                endpoint_snitch: SimpleSnitch
                seed_provider:
                  - class_name: org.apache.cassandra.locator.SimpleSeedProvider
                    parameters: [{seeds: 127.0.0.1}]
                %3$s
                """.formatted(sync, directory, format.yaml());
    }

    private static Path jamm(CassandraVersion version) throws IOException {
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(version.lib(), "jamm-*.jar")) {
            return jars.iterator().next();
        }
    }

    private static void copyResource(String name, Path to) throws IOException {
        try (InputStream in = CassandraVersion.class.getResourceAsStream(name)) {
            Files.write(to, Objects.requireNonNull(in, name).readAllBytes());
        }
    }

    /** Cassandra's properties of each SSTable. */
    List<Map<String, String>> answers() {
        return answers;
    }

    /** Directories of tables with this name prefix. */
    public Collection<Path> tables(String prefix) throws IOException {
        List<Path> tables = new ArrayList<>();
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(directory.resolve("data/ks"), prefix + "*")) {
            directories.forEach(tables::add);
        }
        return tables;
    }
}
