/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import java.util.List;

/**
 * The schema that the rows of an SSTable were written with, in Cassandra's own names of types, for instance {@code
 * org.apache.cassandra.db.marshal.Int32Type}.
 *
 * @param partitionKeyType a {@code CompositeType(…)} when the key has several columns
 * @param clusteringTypes in the order of the clustering columns, {@code ReversedType(…)} where descending
 * @param staticColumns those that have data here, in the order of the file
 * @param regularColumns those that have data here, in the order of the file
 */
public record HeaderSection(
        String partitionKeyType,
        List<String> clusteringTypes,
        List<Column> staticColumns,
        List<Column> regularColumns) {
    public HeaderSection {
        clusteringTypes = List.copyOf(clusteringTypes);
        staticColumns = List.copyOf(staticColumns);
        regularColumns = List.copyOf(regularColumns);
    }

    /**
     * A column that is not part of the primary key.
     *
     * @param name as declared, without quotes
     */
    public record Column(String name, String type) {}
}
