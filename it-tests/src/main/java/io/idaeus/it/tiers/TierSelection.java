/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.tiers;

import io.idaeus.it.harness.cassandra.CassandraVersion;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;

/**
 * Which tests run: those of a tier, or those that are named, whatever their tier.
 *
 * @param named simple names of classes, with {@code #method} for one method
 */
record TierSelection(Tier tier, CassandraVersion version, List<String> named) {
    static final String TIER = "it.tier";
    static final String TESTS = "it.test";

    /** From the system properties {@value #TIER} and {@value #TESTS}, and the version that the harness reads. */
    static TierSelection given() {
        String tests = System.getProperty(TESTS, "");
        return new TierSelection(
                Tier.of(System.getProperty(TIER, Tier.CORE.tag())),
                CassandraVersion.selected(),
                Arrays.stream(tests.split(",", -1))
                        .map(String::strip)
                        .filter(name -> !name.isEmpty())
                        .toList());
    }

    LauncherDiscoveryRequest request(List<? extends DiscoverySelector> selectors) {
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(selectors)
                .filters(ClassNameFilter.includeClassNamePatterns(".*IT"))
                .filters(named.isEmpty() ? TagFilter.includeTags(tier.tagsOn(version)) : byName())
                .configurationParameter("junit.jupiter.execution.timeout.default", "5 m")
                .build();
    }

    /** All tests of all tiers. */
    static LauncherDiscoveryRequest everything(DiscoverySelector selector) {
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(selector)
                .filters(ClassNameFilter.includeClassNamePatterns(".*IT"))
                .build();
    }

    private PostDiscoveryFilter byName() {
        return test -> FilterResult.includedIf(isNamed(test));
    }

    private boolean isNamed(TestDescriptor test) {
        Optional<TestSource> source = test.getSource();
        if (source.isEmpty()) {
            return false;
        }
        if (source.get() instanceof MethodSource method) {
            return named.stream().anyMatch(name -> isNamed(name, method.getClassName(), method.getMethodName()));
        }
        return source.get() instanceof ClassSource type
                && named.stream().anyMatch(name -> isNamed(name, type.getClassName(), null));
    }

    private static boolean isNamed(String name, String className, @Nullable String method) {
        int hash = name.indexOf('#');
        String wanted = hash < 0 ? name : name.substring(0, hash);
        String simple = className.substring(className.lastIndexOf('.') + 1);
        boolean inClass = simple.equals(wanted) || simple.startsWith(wanted + "$");
        return inClass && (hash < 0 || name.substring(hash + 1).equals(method));
    }
}
