/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.planning;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Which SSTable versions a Cassandra can read. From the {@code Version} classes of each release, and observed: 5.0 in
 * its default compatibility mode passes over {@code oa} files in silence.
 */
final class FormatCheck {
    private final String cassandraVersion;
    private final List<String> readable;

    FormatCheck(Destination destination) {
        cassandraVersion = destination.cassandraVersion();
        readable = readable(
                cassandraVersion, destination.compatibilityMode() == null ? "NONE" : destination.compatibilityMode());
    }

    private static List<String> readable(String version, String mode) {
        boolean asFour = mode.toUpperCase(Locale.ROOT).equals("CASSANDRA_4");
        if (version.startsWith("4.")) {
            return List.of("na", "nb");
        }
        if (version.startsWith("5.")) {
            return asFour ? List.of("na", "nb", "da") : List.of("na", "nb", "oa", "da");
        }
        return List.of("na", "nb", "oa", "pa", "da", "ea");
    }

    Optional<String> unreadable(String version) {
        return readable.contains(version)
                ? Optional.empty()
                : Optional.of("format " + version + " cannot be read by Cassandra " + cassandraVersion
                        + " as it is configured, which reads " + String.join(", ", readable));
    }
}
