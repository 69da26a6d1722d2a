/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.sstable;

import io.idaeus.it.harness.cassandra.OracleProgram;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * SSTables written by one Cassandra, and that Cassandra's reading of them.
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
        return new OracleProgram(format.version(), directory, format.yaml())
                .run(program, List.of("-Doracle.schemas=" + schemas(directory)), arguments);
    }

    private static Map<String, String> parse(String line) {
        Map<String, String> answer = new LinkedHashMap<>();
        for (String field : line.split("\t", -1)) {
            int equals = field.indexOf('=');
            answer.put(field.substring(0, equals), field.substring(equals + 1));
        }
        return answer;
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
