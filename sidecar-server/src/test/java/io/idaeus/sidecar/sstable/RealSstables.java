/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** SSTables that Cassandra wrote, from the test resources, and what it says of them (see the README there). */
public final class RealSstables {
    public static final List<String> VERSIONS = List.of("na", "nb", "oa", "pa", "da", "ea");

    private RealSstables() {}

    /** Not to be written to. */
    public static Path directory(String version) {
        URL resource = Objects.requireNonNull(RealSstables.class.getResource("/sstables/" + version));
        try {
            return Path.of(resource.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The files of one SSTable, not to be written to. */
    public static List<Path> files(String version, String sstable) throws IOException {
        return list(directory(version)).stream()
                .filter(file -> file.getFileName().toString().startsWith(sstable + "-"))
                .toList();
    }

    /** A copy of the files whose names start so, to be written to. */
    public static Path copy(String start, Path to) throws IOException {
        Files.createDirectories(to);
        for (Path file : list(directory(start.substring(0, 2)))) {
            if (file.getFileName().toString().startsWith(start)) {
                Files.copy(file, to.resolve(file.getFileName().toString()));
            }
        }
        return to;
    }

    /** The files in the directory, by name. */
    public static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    public static List<Map<String, String>> answers(String version) throws IOException {
        List<Map<String, String>> answers = new ArrayList<>();
        for (String line : Files.readAllLines(directory(version).resolve("answers.tsv"))) {
            Map<String, String> answer = new LinkedHashMap<>();
            for (String field : line.split("\t", -1)) {
                String[] nameAndValue = field.split("=", 2);
                answer.put(nameAndValue[0], nameAndValue[1]);
            }
            answers.add(answer);
        }
        return answers;
    }
}
