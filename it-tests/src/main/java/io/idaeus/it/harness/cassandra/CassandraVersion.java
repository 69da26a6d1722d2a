/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.cassandra;

import io.idaeus.it.harness.process.FileTrees;
import io.idaeus.it.harness.process.Java;
import io.idaeus.it.harness.process.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** The Cassandra releases under test. {@code mvn package -f it-tests/cassandra} gathers their jars. */
public enum CassandraVersion {
    V4_0("4.0"),
    V4_1("4.1"),
    V5_0("5.0"),
    V6_0("6.0");

    /** The system property that chooses the version of a test run, for instance {@code 4.1}. */
    public static final String PROPERTY = "idaeus.it.version";

    private final String line;

    CassandraVersion(String line) {
        this.line = line;
    }

    /** The version of this test run: {@value #PROPERTY}, or 5.0. Nothing else reads that property. */
    public static CassandraVersion selected() {
        return of(System.getProperty(PROPERTY, "5.0"));
    }

    /**
     * @param line for instance {@code 5.0}
     * @throws IllegalArgumentException for a line that is not under test
     */
    public static CassandraVersion of(String line) {
        return Arrays.stream(values())
                .filter(version -> version.line.equals(line))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Cassandra %s is not under test (expected one of %s)"
                        .formatted(line, Arrays.toString(values()))));
    }

    /** For instance {@code 5.0}, which also names its directory below {@code it-tests/cassandra}. */
    public String line() {
        return line;
    }

    public Path lib() {
        return Workspace.cassandraLib(line);
    }

    /** For instance {@code 5.0.9}, from the name of its jar. */
    public String release() {
        String name = jar("cassandra-all-").getFileName().toString();
        return name.substring("cassandra-all-".length(), name.length() - ".jar".length());
    }

    /** In the order of their names, as in Cassandra's own launcher. */
    private List<Path> jars() {
        return FileTrees.jars(lib());
    }

    ClassArchive classes() {
        return new ClassArchive(Workspace.sharedClasses(), "cassandra-" + line, jars());
    }

    /** Java and its options, to run a short program on this Cassandra's class path. */
    public List<String> java() {
        List<String> words = new ArrayList<>(List.of(Java.executable(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        words.addAll(classes().existing());
        words.add("-cp");
        words.add(classPath());
        return words;
    }

    /**
     * The words of a command that runs one of Cassandra's programs at full speed.
     *
     * @param configuration a {@code cassandra.yaml}; its directory gets what the program writes
     */
    public List<String> program(String mainClass, int heapMiB, Path configuration) {
        Path directory = Objects.requireNonNull(configuration.getParent());
        return List.of(
                Java.executable(),
                "@" + Resources.copy(Resources.JVM_OPTIONS, directory),
                "-Xmx" + heapMiB + "M",
                "-Dcassandra.config=" + configuration.toUri(),
                "-Dcassandra.storagedir=" + directory,
                "-cp",
                classPath(),
                mainClass);
    }

    // Class data sharing accepts neither directories nor wildcards.
    String classPath() {
        return jars().stream().map(Path::toString).collect(Collectors.joining(":"));
    }

    Path jar(String prefix) {
        try (var jars = Files.newDirectoryStream(lib(), prefix + "*.jar")) {
            for (Path jar : jars) {
                return jar;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException(
                "%s*.jar is missing in %s: run `mvn package -f it-tests/cassandra`".formatted(prefix, lib()));
    }

    @Override
    public String toString() {
        return line;
    }
}
