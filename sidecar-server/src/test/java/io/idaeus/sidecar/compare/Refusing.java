/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare;

import io.idaeus.api.ProblemType;
import io.idaeus.api.rows.RowCellsList.RowCells;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.rows.Block;
import io.idaeus.sidecar.rows.Bucket;
import io.idaeus.sidecar.rows.DigestedRow;
import io.idaeus.sidecar.rows.RowId;
import java.util.BitSet;
import java.util.List;

/** Reads everything of another side, but not the row of one token when it is asked for by its key. */
class Refusing implements Side {
    private final Side side;
    private final long token;

    Refusing(Side side, long token) {
        this.side = side;
        this.token = token;
    }

    @Override
    public List<Block> blocksOf(int rows, TokenRange range, int now) {
        return side.blocksOf(rows, range, now);
    }

    @Override
    public List<Block> blocksAt(List<Long> ends, TokenRange range, int now) {
        return side.blocksAt(ends, range, now);
    }

    @Override
    public List<Bucket> buckets(int count, TokenRange range, int now) {
        return side.buckets(count, range, now);
    }

    @Override
    public List<DigestedRow> rows(int count, BitSet only, TokenRange range, int now) {
        return side.rows(count, only, range, now);
    }

    @Override
    public List<RowCells> cells(List<RowId> keys, int now) {
        if (keys.stream().anyMatch(key -> key.token() == token)) {
            throw new ProblemException(ProblemType.CASSANDRA_REFUSED, "too large");
        }
        return side.cells(keys, now);
    }
}
