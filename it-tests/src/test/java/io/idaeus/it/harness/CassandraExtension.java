/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Clusters for the tests of one class, started together before the first test and closed after the last.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final CassandraExtension cassandra = CassandraExtension.of(
 *         CassandraCluster.builder(V5_0).name("source"), CassandraCluster.builder(V5_0).name("destination"));
 * }</pre>
 */
public final class CassandraExtension implements BeforeAllCallback, AfterAllCallback {
    private final CassandraCluster.Builder[] builders;
    private List<CassandraCluster> clusters = List.of();

    private CassandraExtension(CassandraCluster.Builder[] builders) {
        this.builders = builders;
    }

    public static CassandraExtension of(CassandraCluster.Builder... builders) {
        return new CassandraExtension(builders.clone());
    }

    public CassandraCluster cluster(String name) {
        return clusters.stream()
                .filter(cluster -> cluster.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no cluster is called " + name));
    }

    /** The first node of this cluster. */
    public CassandraNode node(String cluster) {
        return cluster(cluster).node();
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        clusters = CassandraCluster.startTogether(builders);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        clusters.forEach(CassandraCluster::close);
    }
}
