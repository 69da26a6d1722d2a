/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.TreeSet;

/** The committed names that programs, dashboards and configuration files use: a file of {@code api-spec/wire-names} each. */
public final class WireNames {
    private static final Path COMMITTED = Path.of("../api-spec/wire-names");
    private static final Path ACTUAL = Path.of("target/wire-names");

    private WireNames() {}

    /** @param list name of the file without {@code .txt} */
    public static void assertCommitted(String list, Collection<String> names) throws IOException {
        Path actual = Files.createDirectories(ACTUAL).resolve(list + ".txt");
        Files.write(actual, new TreeSet<>(names));
        Path committed = COMMITTED.resolve(list + ".txt");
        assertThat(Files.exists(committed) ? Files.readAllLines(committed) : null)
                .as(
                        "names on the wire changed. If that is meant: cp sidecar-server/%s api-spec/wire-names/, and add a"
                                + " line to CHANGELOG.md (\"Renamed\", or \"Added\" for a new name)",
                        actual)
                .isEqualTo(Files.readAllLines(actual));
    }
}
