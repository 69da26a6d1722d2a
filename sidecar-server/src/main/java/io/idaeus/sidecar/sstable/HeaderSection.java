/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import java.util.List;

/**
 * The serialization header: the schema that the rows were written with. Types are Cassandra's class names, for instance
 * {@code org.apache.cassandra.db.marshal.Int32Type}.
 *
 * @param partitionKeyType a {@code CompositeType(…)} for a key of several columns
 * @param clusteringTypes {@code ReversedType(…)} where descending
 * @param staticColumns those with data here, in the file's order
 * @param regularColumns those with data here, in the file's order
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

    /** @param name as declared, without quotes */
    public record Column(String name, String type) {}
}
