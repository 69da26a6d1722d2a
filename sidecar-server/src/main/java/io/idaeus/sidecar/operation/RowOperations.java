/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.api.ProblemType;
import io.idaeus.api.contract.Permission;
import io.idaeus.api.rows.RowCellsList;
import io.idaeus.api.rows.RowCellsRequest;
import io.idaeus.api.rows.RowColumn;
import io.idaeus.api.rows.RowDigestPage;
import io.idaeus.api.rows.RowDigestPage.RowBlock;
import io.idaeus.api.rows.RowDigestRequest;
import io.idaeus.api.rows.RowKeyPage;
import io.idaeus.api.rows.RowKeyPage.DigestedRowKey;
import io.idaeus.api.rows.RowKeyRequest;
import io.idaeus.api.value.Bounds;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.connection.CqlPages;
import io.idaeus.sidecar.cassandra.rows.RowStatement;
import io.idaeus.sidecar.cassandra.rows.TableRows;
import io.idaeus.sidecar.cassandra.rows.TableRows.Blocks;
import io.idaeus.sidecar.cassandra.rows.TableRows.Buckets;
import io.idaeus.sidecar.cassandra.rows.TableRows.Keys;
import io.idaeus.sidecar.cassandra.rows.TableRows.Reading;
import io.idaeus.sidecar.cassandra.schema.KeyspacePolicy;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.problem.BoundedNumber;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.rows.DigestSum;
import io.idaeus.sidecar.rows.RowId;
import io.idaeus.sidecar.rows.RowKeys;
import io.idaeus.sidecar.rows.ScanCursor;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Rows of this cluster, for comparisons. */
public final class RowOperations {
    private final CassandraDoor door;
    private final @Nullable CqlPages pages;
    private final KeyspacePolicy keyspaces;
    private final LongCalls calls;

    /** @param pages null where the sidecar may not read rows */
    RowOperations(CassandraDoor door, @Nullable CqlPages pages, KeyspacePolicy keyspaces, LongCalls calls) {
        this.door = door;
        this.pages = pages;
        this.keyspaces = keyspaces;
        this.calls = calls;
    }

    public RowDigestPage digests(Call call, RowDigestRequest request) {
        TableName table = allowed(call, request.keyspace(), request.table());
        RowRequests.columns(request.columns());
        Reading reading = RowRequests.reading(request.range(), request.level(), request.now(), request.maxRate());
        ScanCursor from = RowRequests.cursor(request.after());
        RowCut cut = RowCut.of(request);
        cut.requireWithin(reading.range(), from);
        return run(() -> {
            TableRows rows = rows(table, request.columns());
            if (cut.buckets() != null) {
                return digests(rows.buckets(cut.buckets(), reading, from));
            }
            return digests(
                    cut.rowsPerBlock() == null
                            ? rows.blocksAt(cut.ends(), reading, from)
                            : rows.blocksOf(cut.rowsPerBlock(), reading, from));
        });
    }

    private static RowDigestPage digests(Blocks page) {
        List<RowBlock> blocks = page.blocks().stream()
                .map(block -> digest(block.right(), block.rows(), block.digest()))
                .toList();
        return new RowDigestPage(blocks, page.rows(), page.bytes(), text(page.next()));
    }

    private static RowDigestPage digests(Buckets page) {
        List<RowBlock> blocks = page.buckets().stream()
                .map(bucket -> digest(bucket.number(), bucket.rows(), bucket.digest()))
                .toList();
        return new RowDigestPage(blocks, page.rows(), page.bytes(), text(page.next()));
    }

    private static RowBlock digest(long end, long rows, DigestSum digest) {
        return new RowBlock(String.valueOf(end), rows, digest.toString());
    }

    public RowKeyPage keys(Call call, RowKeyRequest request) {
        TableName table = allowed(call, request.keyspace(), request.table());
        RowRequests.columns(request.columns());
        int buckets = request.buckets() == null ? 1 : request.buckets();
        BoundedNumber.requireWithin("buckets", buckets, 1, Bounds.MAX_BUCKETS);
        BitSet only = RowRequests.only(request.only(), buckets);
        Reading reading = RowRequests.reading(request.range(), request.level(), request.now(), request.maxRate());
        ScanCursor from = RowRequests.cursor(request.after());
        return run(() -> {
            Keys page = rows(table, request.columns()).keys(buckets, only, reading, from);
            return new RowKeyPage(
                    page.rows().stream()
                            .map(row -> new DigestedRowKey(
                                    RowKeys.of(row.row()), row.digest().toString()))
                            .toList(),
                    text(page.next()));
        });
    }

    public RowCellsList cells(Call call, RowCellsRequest request) {
        TableName table = allowed(call, request.keyspace(), request.table());
        RowRequests.columns(request.columns());
        int now = RowRequests.now(request.now());
        BoundedNumber.requireCount("keys", request.keys().size(), Bounds.MAX_ROW_KEYS);
        List<RowId> keys = request.keys().stream().map(RowRequests::id).toList();
        return run(() -> new RowCellsList(rows(table, request.columns()).cells(keys, request.level(), now)));
    }

    private TableName allowed(Call call, String keyspace, String table) {
        call.require(Permission.COMPARE, keyspace);
        TableName name = new TableName(keyspace, table);
        keyspaces.requireListed(keyspace);
        return name;
    }

    private <T> T run(Supplier<T> read) {
        return calls.run(LongCalls.Kind.ROWS, read);
    }

    private TableRows rows(TableName table, List<RowColumn> columns) {
        if (pages == null) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "this sidecar reads no rows (expected: cassandra.rows.read: true in its configuration)");
        }
        return new TableRows(pages, RowStatement.of(door.schemas().table(table), columns));
    }

    private static @Nullable String text(@Nullable ScanCursor cursor) {
        return cursor == null ? null : cursor.toString();
    }
}
