/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

import com.datastax.oss.driver.api.core.cql.Row;
import io.idaeus.it.harness.cassandra.BulkSstables;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** The table of the benchmark that Cassandra published. Four rows for each partition. */
record SeedTable(long rows) implements RingTable {
    private static final int VALUE_BYTES = 4 << 10;
    private static final int ROWS_OF_KEY = 4;

    // As published, but for dclocal_read_repair_chance and read_repair_chance, which Cassandra has no more since 4.0.
    private static final String SCHEMA = """
            CREATE TABLE testing.test (
                key text,
                column1 int,
                value text,
                PRIMARY KEY (key, column1)
            ) WITH CLUSTERING ORDER BY (column1 ASC)
                AND bloom_filter_fp_chance = 0.01
                AND caching = {'keys': 'ALL', 'rows_per_partition': 'NONE'}
                AND comment = ''
                AND compaction = {'class': 'org.apache.cassandra.db.compaction.LeveledCompactionStrategy'}
                AND compression = {'enabled': 'false'}
                AND crc_check_chance = 1.0
                AND default_time_to_live = 0
                AND gc_grace_seconds = 864000
                AND max_index_interval = 2048
                AND memtable_flush_period_in_ms = 0
                AND min_index_interval = 128
                AND speculative_retry = '99PERCENTILE';
            """;

    static SeedTable of(long bytes) {
        return new SeedTable(Math.round((double) bytes / VALUE_BYTES));
    }

    @Override
    public String keyspace() {
        return "testing";
    }

    @Override
    public String table() {
        return "test";
    }

    @Override
    public String schema() {
        return SCHEMA;
    }

    @Override
    public BulkSstables sstables() {
        return new BulkSstables(
                keyspace(),
                table(),
                SCHEMA,
                "INSERT INTO testing.test (key, column1, value) VALUES (?, ?, ?)",
                VALUE_BYTES,
                "seed");
    }

    @Override
    public String keyColumn() {
        return "key";
    }

    @Override
    public ByteBuffer key(long id) {
        return ByteBuffer.wrap(Long.toString(id / ROWS_OF_KEY).getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public long check(Row row) {
        long id = Long.parseLong(row.getString("key")) * ROWS_OF_KEY + row.getInt("column1");
        if (!value(id).equals(row.getString("value"))) {
            throw RingTable.differs(id);
        }
        return id;
    }

    // BulkWriter computes the same.
    private static String value(long id) {
        byte[] value = new byte[VALUE_BYTES];
        new SplittableRandom(id).nextBytes(value);
        for (int i = 0; i < value.length; i++) {
            value[i] = (byte) ('0' + (value[i] & 63));
        }
        return new String(value, StandardCharsets.US_ASCII);
    }
}
