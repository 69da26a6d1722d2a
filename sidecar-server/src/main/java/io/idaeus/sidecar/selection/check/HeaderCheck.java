/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.check;

import io.idaeus.api.sstable.SerializationHeader;
import io.idaeus.sidecar.release.ReleaseVersion;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Compares an SSTable's types to the table's. An old SSTable keeps its types. */
public final class HeaderCheck {
    private final SerializationHeader ours;
    private final Map<String, String> live;
    private final Map<String, String> dropped;
    // 6.0 compacts values without reading them (CursorCompactor), and then takes their bytes for the table's type.
    private final boolean compactsBytes;

    public HeaderCheck(Destination destination, Destination.Table table) {
        this(table.header(), table.droppedTypes(), ReleaseVersion.parse(destination.cassandraVersion()));
    }

    /**
     * @param dropped types of dropped columns, by name
     * @param here Cassandra's version
     */
    public HeaderCheck(SerializationHeader ours, Map<String, String> dropped, ReleaseVersion here) {
        this.compactsBytes = here.isAtLeast(6, 0);
        this.ours = ours;
        this.live = new HashMap<>(ours.regularColumns());
        this.live.putAll(ours.staticColumns());
        this.dropped = dropped;
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
        for (int i = 0; compactsBytes && i < header.clusteringTypes().size(); i++) {
            if (!isCompacted(
                    header.clusteringTypes().get(i), ours.clusteringTypes().get(i))) {
                return Optional.of(lost(
                        "clustering column " + i,
                        header.clusteringTypes().get(i),
                        ours.clusteringTypes().get(i)));
            }
        }
        return columns(header.staticColumns()).or(() -> columns(header.regularColumns()));
    }

    private Optional<String> columns(Map<String, String> columns) {
        for (Map.Entry<String, String> column : columns.entrySet()) {
            String here = live.get(column.getKey());
            String once = dropped.get(column.getKey());
            if (here == null && once == null) {
                return Optional.of(
                        "column " + column.getKey() + " was written as " + column.getValue() + " and is unknown here");
            }
            if (here != null && !readable(column.getValue(), here)) {
                return Optional.of(differs("column " + column.getKey(), column.getValue(), here));
            }
            if (here != null && compactsBytes && !isCompacted(column.getValue(), here)) {
                return Optional.of(lost("column " + column.getKey(), column.getValue(), here));
            }
            if (here == null && !skippable(column.getValue(), once)) {
                return Optional.of(differs("dropped column " + column.getKey(), column.getValue(), once));
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

    private static boolean isCompacted(String written, String here) {
        return written.equals(here) || MarshalType.parse(written).hasLengthsOf(MarshalType.parse(here));
    }

    private static boolean skippable(String written, @Nullable String once) {
        return once != null
                && MarshalType.parse(written).isMultiCell()
                        == MarshalType.parse(once).isMultiCell();
    }

    private static String lost(String what, String written, String here) {
        return differs(what, written, here) + "; this Cassandra could not read it any more once it has compacted it";
    }

    private static String differs(String what, String written, @Nullable String here) {
        return what + " was written as " + written + " and is " + here + " here";
    }
}
