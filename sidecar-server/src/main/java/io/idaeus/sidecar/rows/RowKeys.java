/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rows;

import io.idaeus.api.rows.RowKey;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;

/** Keys of rows, as they travel. */
public final class RowKeys {
    private RowKeys() {}

    public static RowKey of(RowId id) {
        List<ByteBuffer> clustering = id.clustering();
        return new RowKey(
                String.valueOf(id.token()), texts(id.partition()), clustering == null ? null : texts(clustering));
    }

    /** @throws IllegalArgumentException where the token is no number, or a value no Base64 */
    public static RowId parse(RowKey key) {
        List<String> clustering = key.clustering();
        return new RowId(
                Long.parseLong(key.token()), values(key.partition()), clustering == null ? null : values(clustering));
    }

    private static List<ByteBuffer> values(List<String> texts) {
        return texts.stream()
                .map(text -> ByteBuffer.wrap(Base64.getDecoder().decode(text)))
                .toList();
    }

    private static List<String> texts(List<ByteBuffer> values) {
        return values.stream()
                .map(value -> {
                    byte[] bytes = new byte[value.remaining()];
                    value.duplicate().get(bytes);
                    return Base64.getEncoder().encodeToString(bytes);
                })
                .toList();
    }
}
