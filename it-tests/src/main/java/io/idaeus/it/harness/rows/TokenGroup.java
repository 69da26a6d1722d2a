/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.rows;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The rows that share a token: nearly always one partition.
 *
 * @param rows key columns to value columns, serialized; null for an absent value
 */
record TokenGroup(long token, Map<List<@Nullable ByteBuffer>, List<@Nullable ByteBuffer>> rows) {

    /** @param rows token, key columns, value columns; in token order */
    static Iterator<TokenGroup> grouping(Iterator<Row> rows, int keyColumns) {
        return new Grouping(rows, keyColumns);
    }

    private static final class Grouping implements Iterator<TokenGroup> {
        private final Iterator<Row> rows;
        private final int keyColumns;
        private @Nullable Row ahead;

        Grouping(Iterator<Row> rows, int keyColumns) {
            this.rows = rows;
            this.keyColumns = keyColumns;
            advance();
        }

        @Override
        public boolean hasNext() {
            return ahead != null;
        }

        @Override
        public TokenGroup next() {
            if (ahead == null) {
                throw new NoSuchElementException();
            }
            long token = ahead.getLong(0);
            Map<List<@Nullable ByteBuffer>, List<@Nullable ByteBuffer>> group = new LinkedHashMap<>();
            while (ahead != null && ahead.getLong(0) == token) {
                group.put(columns(ahead, 1, 1 + keyColumns), columns(ahead, 1 + keyColumns, ahead.size()));
                advance();
            }
            return new TokenGroup(token, group);
        }

        private void advance() {
            ahead = rows.hasNext() ? rows.next() : null;
        }

        private static List<@Nullable ByteBuffer> columns(Row row, int from, int to) {
            List<@Nullable ByteBuffer> columns = new ArrayList<>(to - from);
            for (int i = from; i < to; i++) {
                columns.add(row.getBytesUnsafe(i));
            }
            return columns;
        }
    }
}
