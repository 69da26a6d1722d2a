/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.cassandra;

import io.idaeus.it.harness.process.Command;
import io.idaeus.it.harness.process.Workspace;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The programs of {@code src/oracle/java}, which ask Cassandra's own classes. Each runs as a process on the class path of
 * one version, and writes a line for each answer.
 *
 * @param directory for its files
 * @param yaml lines of cassandra.yaml, besides those that every program needs
 */
public record OracleProgram(CassandraVersion version, Path directory, String yaml) {
    /**
     * @param program its class
     * @param properties further {@code -D} options
     */
    public List<String> run(String program, List<String> properties, String... arguments) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("cassandra.yaml"), wholeYaml());
        copyResource("jvm17.options", directory.resolve("jvm17.options"));
        copyResource("logback-tools.xml", directory.resolve("logback.xml"));
        Path answers = directory.resolve("answers.tsv");
        List<String> words = new ArrayList<>(version.java());
        words.addAll(List.of(
                "@" + directory.resolve("jvm17.options"),
                "-javaagent:" + jamm(),
                "--add-opens=java.base/java.math=ALL-UNNAMED",
                "-Xmx2560M",
                "-Doracle.out=" + answers,
                "-Dcassandra.config=" + directory.resolve("cassandra.yaml").toUri(),
                "-Dcassandra.storagedir=" + directory.resolve("node"),
                "-Dlogback.configurationFile=" + directory.resolve("logback.xml")));
        words.addAll(properties);
        words.add(Workspace.module()
                .resolve("src/oracle/java/" + program + ".java")
                .toString());
        words.addAll(List.of(arguments));
        Command.of(words).within(Duration.ofMinutes(5)).run().orThrow();
        return Files.readAllLines(answers);
    }

    private String wholeYaml() {
        String sync = version == CassandraVersion.V4_0
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
                """.formatted(sync, directory, yaml);
    }

    private Path jamm() throws IOException {
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(version.lib(), "jamm-*.jar")) {
            return jars.iterator().next();
        }
    }

    private static void copyResource(String name, Path to) throws IOException {
        try (InputStream in = CassandraVersion.class.getResourceAsStream(name)) {
            Files.write(to, Objects.requireNonNull(in, name).readAllBytes());
        }
    }
}
