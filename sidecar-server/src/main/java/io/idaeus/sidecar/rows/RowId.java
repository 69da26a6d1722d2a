/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rows;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Names a row: the serialized values of its key columns, in their order.
 *
 * @param token of the partition
 * @param clustering empty where the table has no clustering columns; null for the static columns of the partition, which
 *     count as a row of their own
 */
public record RowId(
        long token, List<ByteBuffer> partition, @Nullable List<ByteBuffer> clustering) {
    public RowId {
        partition = List.copyOf(partition);
        clustering = clustering == null ? null : List.copyOf(clustering);
    }

    /** The id of a partition's static columns. */
    public static RowId ofStatics(long token, List<ByteBuffer> partition) {
        return new RowId(token, partition, null);
    }

    public boolean isStatic() {
        return clustering == null;
    }
}
