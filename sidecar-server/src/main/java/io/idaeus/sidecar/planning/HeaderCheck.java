/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.planning;

import io.idaeus.api.SerializationHeader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compares an SSTable's types to the table's. An old SSTable keeps its types. */
final class HeaderCheck {
    private final SerializationHeader ours;
    private final Map<String, String> known;

    HeaderCheck(Destination.Table table) {
        ours = table.header();
        known = new HashMap<>(table.droppedTypes());
        known.putAll(ours.regularColumns());
        known.putAll(ours.staticColumns());
    }

    Optional<String> difference(SerializationHeader header) {
        if (!readable(header.partitionKeyType(), ours.partitionKeyType())) {
            return Optional.of(differs("partition key", header.partitionKeyType(), ours.partitionKeyType()));
        }
        if (!readable(header.clusteringTypes(), ours.clusteringTypes())) {
            return Optional.of(differs(
                    "clustering",
                    header.clusteringTypes().toString(),
                    ours.clusteringTypes().toString()));
        }
        return columns(header.staticColumns()).or(() -> columns(header.regularColumns()));
    }

    private Optional<String> columns(Map<String, String> columns) {
        for (Map.Entry<String, String> column : columns.entrySet()) {
            String here = known.get(column.getKey());
            if (here == null) {
                return Optional.of(
                        "column " + column.getKey() + " was written as " + column.getValue() + " and is unknown here");
            }
            if (!readable(column.getValue(), here)) {
                return Optional.of(differs("column " + column.getKey(), column.getValue(), here));
            }
        }
        return Optional.empty();
    }

    private static boolean readable(List<String> written, List<String> here) {
        boolean readable = written.size() == here.size();
        for (int i = 0; readable && i < written.size(); i++) {
            readable = readable(written.get(i), here.get(i));
        }
        return readable;
    }

    private static boolean readable(String written, String here) {
        return written.equals(here) || MarshalType.parse(written).readableAs(MarshalType.parse(here));
    }

    private static String differs(String what, String written, String here) {
        return what + " was written as " + written + " and is " + here + " here";
    }
}
