/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

import com.datastax.oss.driver.api.core.cql.Row;
import io.idaeus.it.harness.cassandra.BulkSstables;
import java.nio.ByteBuffer;

/** The table of a ring. Its rows have the ids 0 to {@code rows() - 1}, which their content follows from. */
interface RingTable {
    String keyspace();

    String table();

    long rows();

    /** The CREATE TABLE statement. */
    String schema();

    BulkSstables sstables();

    /** The column that is the partition key. */
    String keyColumn();

    /** The partition key of a row, as Cassandra hashes it. */
    ByteBuffer key(long id);

    /**
     * The id of a row that was read with all its columns.
     *
     * @throws IllegalStateException if it has another content than was written
     */
    long check(Row row);

    /** With the keyspace. */
    default String name() {
        return keyspace() + "." + table();
    }

    static IllegalStateException differs(long id) {
        return new IllegalStateException("row " + id + " has another content than was written");
    }
}
