/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.tiers;

import io.idaeus.it.harness.cassandra.CassandraVersion;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Where a test belongs. A tier is a JUnit tag, and each test has exactly one. CONTRIBUTING says what each is for. */
public enum Tier {
    CORE,
    VERSIONS,
    PLANS,
    CLUSTERS,
    FAULTS,
    CONTAINERS,
    SURFACE,
    TIMING;

    /** The tag of tests that run on each version: on 5.0 in their own tier, on the others in {@link #VERSIONS}. */
    public static final String EACH_VERSION = "each-version";

    public String tag() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException for an unknown name */
    public static Tier of(String tag) {
        return Arrays.stream(values())
                .filter(tier -> tier.tag().equals(tag))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no tier is called \"%s\" (expected one of %s)"
                        .formatted(tag, Arrays.stream(values()).map(Tier::tag).collect(Collectors.joining(", ")))));
    }

    /** The tiers among the tags of a test. */
    public static Set<Tier> among(Iterable<String> tags) {
        Set<Tier> found = EnumSet.noneOf(Tier.class);
        for (String tag : tags) {
            for (Tier tier : values()) {
                if (tier.tag().equals(tag)) {
                    found.add(tier);
                }
            }
        }
        return found;
    }

    /** The tags whose tests run, of which a test needs one. */
    List<String> tagsOn(CassandraVersion version) {
        return this == VERSIONS && version != CassandraVersion.V5_0 ? List.of(tag(), EACH_VERSION) : List.of(tag());
    }
}
