/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare;

import io.idaeus.api.rows.RowCellsList.RowCells;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.rows.Block;
import io.idaeus.sidecar.rows.Bucket;
import io.idaeus.sidecar.rows.DigestedRow;
import io.idaeus.sidecar.rows.RowId;
import java.util.BitSet;
import java.util.List;

/**
 * One of two copies of a table. Ranges do not wrap. {@code now} is in seconds since 1970: what has expired by then is gone.
 * Calls throw {@link ProblemException}: CASSANDRA_REFUSED where these rows cannot be read, another one where none can.
 */
public interface Side {
    /** The first blocks of a range, each of about {@code rows} rows; at least one. */
    List<Block> blocksOf(int rows, TokenRange range, int now);

    /** The blocks with these ends, the last of which is the right end of the range. */
    List<Block> blocksAt(List<Long> ends, TokenRange range, int now);

    /** The buckets of a range, without empty ones where the side leaves them out. */
    List<Bucket> buckets(int count, TokenRange range, int now);

    /** The rows of the buckets {@code only}, out of {@code count}. */
    List<DigestedRow> rows(int count, BitSet only, TokenRange range, int now);

    /** Single rows, in the order of their keys. */
    List<RowCells> cells(List<RowId> keys, int now);
}
