/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import io.idaeus.it.harness.cassandra.BulkSstables;
import io.idaeus.it.harness.rows.PayloadTable;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * One row for each partition, which does not compress.
 *
 * @param compaction the option of that name
 */
record BlobTable(PayloadTable payloads, String compaction) implements RingTable {
    private static final int VALUE_BYTES = 16 << 10;

    static BlobTable of(long bytes, String compaction) {
        return new BlobTable(
                new PayloadTable("mttr", "rows", Math.round((double) bytes / VALUE_BYTES), VALUE_BYTES), compaction);
    }

    @Override
    public String keyspace() {
        return payloads.keyspace();
    }

    @Override
    public String table() {
        return payloads.table();
    }

    @Override
    public long rows() {
        return payloads.rows();
    }

    @Override
    public String schema() {
        return "CREATE TABLE %s (id bigint PRIMARY KEY, payload blob) WITH compaction = %s"
                .formatted(name(), compaction);
    }

    @Override
    public BulkSstables sstables() {
        return payloads.sstables();
    }

    @Override
    public String keyColumn() {
        return "id";
    }

    @Override
    public ByteBuffer key(long id) {
        return Objects.requireNonNull(TypeCodecs.BIGINT.encode(id, ProtocolVersion.DEFAULT));
    }

    @Override
    public long check(Row row) {
        long id = row.getLong("id");
        if (!payloads.payload(id).equals(row.getByteBuffer("payload"))) {
            throw RingTable.differs(id);
        }
        return id;
    }
}
