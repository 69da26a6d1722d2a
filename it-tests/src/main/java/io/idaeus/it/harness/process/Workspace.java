/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The built artefacts. The system property {@code idaeus.it.basedir} names the module; by default it is searched
 * upwards from the working directory.
 */
public final class Workspace {
    private static final String MARK = "cassandra/5.0/pom.xml";

    private Workspace() {}

    /** The directory {@code it-tests}. */
    public static Path module() {
        String given = System.getProperty("idaeus.it.basedir");
        return given == null ? discovered() : Path.of(given).toAbsolutePath().normalize();
    }

    /** {@code it-tests/target}, which holds what the tests and the demo write. */
    public static Path target() {
        return module().resolve("target");
    }

    public static Path sharedClasses() {
        return target().resolve("classes-shared");
    }

    /** An empty directory below target that no other JVM uses. */
    public static Path own(String name) {
        Path directory = target().resolve(name + "-" + Loopback.blockNumber());
        FileTrees.deleteAllBut(directory, List.of());
        FileTrees.create(List.of(directory));
        return directory;
    }

    /** The unpacked sidecar: {@code bin/idaeus-sidecar}, {@code lib/}, {@code conf/}. */
    public static Path sidecar() {
        return built("sidecar-server/target/idaeus-sidecar", "sidecar-server");
    }

    /** The launcher of the {@code idaeus} command. */
    public static Path idaeus() {
        built("sidecar-client/target/idaeus.jar", "sidecar-client");
        return module().resolveSibling("sidecar-client/src/dist/bin/idaeus");
    }

    public static Path docs() {
        return module().resolveSibling("docs");
    }

    public static Path docker() {
        return module().resolveSibling("docker");
    }

    public static Path cassandraLib(String line) {
        Path lib = module().resolve("cassandra").resolve(line).resolve("target/lib");
        if (!Files.isDirectory(lib)) {
            throw new IllegalStateException(
                    "Cassandra %s is missing (%s): run `mvn package -f it-tests/cassandra`".formatted(line, lib));
        }
        return lib;
    }

    private static Path built(String path, String project) {
        Path artefact = module().resolveSibling(path);
        if (!Files.exists(artefact)) {
            throw new IllegalStateException(
                    "%s is missing: run `mvn package -DskipTests -pl %s -am`".formatted(artefact, project));
        }
        return artefact;
    }

    private static Path discovered() {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.exists(at.resolve(MARK))) {
                return at;
            }
            if (Files.exists(at.resolve("it-tests").resolve(MARK))) {
                return at.resolve("it-tests");
            }
        }
        throw new IllegalStateException("no it-tests directory at or above "
                + Path.of("").toAbsolutePath() + ": run inside the project or set -Didaeus.it.basedir=<…/it-tests>");
    }
}
