/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.check;

import io.idaeus.sidecar.release.ReleaseVersion;
import io.idaeus.sidecar.sstable.name.SstableVersion;
import java.util.List;
import java.util.Optional;

/** Whether the destination's Cassandra reads an SSTable's version. */
public final class FormatCheck implements SstableCheck.Format {
    private final String cassandraVersion;
    private final List<String> readable;

    public FormatCheck(Destination destination) {
        cassandraVersion = destination.cassandraVersion();
        boolean cassandra4Compatible = "CASSANDRA_4".equalsIgnoreCase(destination.compatibilityMode());
        readable =
                SstableVersion.readableBy(ReleaseVersion.parse(cassandraVersion).major(), cassandra4Compatible).stream()
                        .map(SstableVersion::letters)
                        .toList();
    }

    @Override
    public Optional<String> unreadable(String version) {
        return readable.contains(version)
                ? Optional.empty()
                : Optional.of("format " + version + " cannot be read by Cassandra " + cassandraVersion
                        + " as it is configured, which reads " + String.join(", ", readable));
    }
}
