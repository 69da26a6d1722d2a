/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.statistics;

import java.util.List;

/**
 * The schema that the rows were written with (Cassandra's {@code SerializationHeader}). Types are Cassandra's class
 * names.
 *
 * @param partitionKeyType a {@code CompositeType(…)} for several columns
 * @param clusteringTypes {@code ReversedType(…)} where descending
 * @param staticColumns with data, in the file's order
 * @param regularColumns likewise
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
