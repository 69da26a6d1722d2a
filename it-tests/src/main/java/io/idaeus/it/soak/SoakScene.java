/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.soak;

import io.idaeus.api.TableRef;
import io.idaeus.api.Transfer;
import io.idaeus.api.TransferRequest;
import io.idaeus.it.harness.ComparableRows;
import io.idaeus.it.harness.PayloadTable;
import io.idaeus.it.harness.SidecarPair;
import io.idaeus.it.harness.TableComparison;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** A pair of nodes and two small tables whose rows only the source has. With two, a cancel can hit between imports. */
final class SoakScene implements AutoCloseable {
    private static final List<PayloadTable> TABLES =
            List.of(new PayloadTable("shop", "soaked", 300, 1024), new PayloadTable("shop", "steeped", 300, 1024));

    private static final int SSTABLES = 3;
    private static final Duration LONGEST = Duration.ofMinutes(2);

    // Some states last only milliseconds.
    private static final Duration OFTEN = Duration.ofMillis(5);

    private final SidecarPair pair;

    private SoakScene(SidecarPair pair) {
        this.pair = pair;
    }

    /** @param quick imports over JMX, since nodetool takes a second or two each time */
    static SoakScene open(boolean quick) {
        SidecarPair pair = SidecarPair.named("soak")
                // One transfer at a time, so that the others are QUEUED.
                .destinationSidecar(
                        sidecar -> (quick ? sidecar.importOverJmx() : sidecar).set("transfers.maxConcurrent", 1))
                .start();
        try {
            TABLES.forEach(table -> fill(pair, table));
            return new SoakScene(pair);
        } catch (RuntimeException e) {
            pair.close();
            throw e;
        }
    }

    private static void fill(SidecarPair pair, PayloadTable table) {
        table.create(pair.sourceNode().cql());
        table.create(pair.destinationNode().cql());
        long each = table.rows() / SSTABLES;
        for (int i = 0; i < SSTABLES; i++) {
            table.insert(pair.sourceNode().cql(), LongStream.range(i * each, (i + 1) * each));
            pair.sourceNode().flush(table.keyspace(), table.table());
        }
    }

    /** @param bytesPerSecond null for no limit */
    String start(@Nullable Long bytesPerSecond) {
        List<TableRef> tables = TABLES.stream()
                .map(table -> new TableRef(table.keyspace(), table.table()))
                .toList();
        TransferRequest request = pair.request(tables, null, bytesPerSecond);
        return pair.destinationClient().createTransfer(request, null).id();
    }

    Transfer await(String id, Predicate<Transfer> enough) {
        return pair.await(id, LONGEST, OFTEN, enough);
    }

    Transfer end(String id) {
        return await(id, transfer -> false);
    }

    void cancel(String id) {
        pair.destinationClient().cancelTransfer(id);
    }

    /** The differences between the rows, in words; empty if there is none. */
    List<String> differences() {
        List<String> found = new ArrayList<>();
        for (PayloadTable table : TABLES) {
            TableComparison comparison = ComparableRows.of(pair.sourceNode().cql(), table.keyspace(), table.table())
                    .compareWith(ComparableRows.of(pair.destinationNode().cql(), table.keyspace(), table.table()));
            if (!comparison.same() || comparison.rows() != table.rows()) {
                found.add(table.name() + ": " + comparison);
            }
        }
        return found;
    }

    /** Deletes everything that arrived. */
    void clear() {
        TABLES.forEach(table -> pair.destinationNode().cql().execute("TRUNCATE " + table.name()));
    }

    ResourceReading read() {
        return new ResourceReading(
                Footprint.of(pair.sourceSidecar(), pair.sourceClient(), pair.sourceNode()),
                Footprint.of(pair.destinationSidecar(), pair.destinationClient(), pair.destinationNode()));
    }

    @Override
    public void close() {
        pair.close();
    }
}
