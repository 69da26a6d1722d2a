/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.name;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A file's name, {@code <version>-<id>-<format>-<component>}.
 *
 * @param component for instance {@code Data.db}
 */
public record ComponentName(Descriptor descriptor, String component) {
    private static final String ID = "\\d{1,10}|[0-9a-z]{4}_[0-9a-z]{4}_[0-9a-z]{18}";
    // A plus sign occurs in the names of SAI components.
    private static final Pattern CURRENT =
            Pattern.compile("([a-z]{2})-(" + ID + ")-(big|bti)-([\\w+]{1,200}\\.\\w{1,20})");
    // Each name to itself, for shared.
    private static final Map<String, String> COMMON = Stream.of(
                    "CRC.db",
                    "CompressionInfo.db",
                    "Data.db",
                    "Digest.crc32",
                    "Filter.db",
                    "Index.db",
                    "Partitions.db",
                    "Rows.db",
                    "Statistics.db",
                    "Summary.db",
                    "TOC.txt")
            .collect(Collectors.toUnmodifiableMap(Function.identity(), Function.identity()));
    // Cassandra 2.1 and before: the keyspace and the table in front, no format.
    private static final Pattern BEFORE_2_2 =
            Pattern.compile("\\w+-\\w+-([a-z]{2})-(\\d{1,10})-([\\w+]{1,200}\\.\\w{1,20})");

    /** Empty for any other file, temporary ones included. */
    public static Optional<ComponentName> parse(String fileName) {
        Matcher current = CURRENT.matcher(fileName);
        if (current.matches()) {
            SstableFormat format = current.group(3).equals("big") ? SstableFormat.BIG : SstableFormat.BTI;
            return named(
                    new Descriptor(SstableVersion.of(format, current.group(1)), current.group(2)), current.group(4));
        }
        Matcher old = BEFORE_2_2.matcher(fileName);
        if (old.matches()) {
            return named(
                    new Descriptor(SstableVersion.of(SstableFormat.BIG, old.group(1)), old.group(2)), old.group(3));
        }
        return Optional.empty();
    }

    /** The shared instance of a common name, so that a listing does not hold thousands of equal strings. */
    public static String shared(String component) {
        return COMMON.getOrDefault(component, component);
    }

    private static Optional<ComponentName> named(Descriptor descriptor, String component) {
        // Statistics.tmp, for instance; the patterns refuse Data.db.tmp already.
        return component.endsWith(".tmp") ? Optional.empty() : Optional.of(new ComponentName(descriptor, component));
    }

    /** The name in the form since Cassandra 2.2, also where the file has an older one. */
    @Override
    public String toString() {
        return descriptor.fileName(component);
    }
}
