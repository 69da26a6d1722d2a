/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.soak;

import io.idaeus.api.TableRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.rows.TableComparison;
import io.idaeus.it.harness.sidecar.Pair;
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

    private final Pair pair;

    private SoakScene(Pair pair) {
        this.pair = pair;
    }

    /** @param quick imports over JMX, since nodetool takes a second or two each time */
    static SoakScene open(boolean quick) {
        Pair pair = Pair.named("soak")
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

    private static void fill(Pair pair, PayloadTable table) {
        table.create(pair.source().cql());
        table.create(pair.destination().cql());
        long each = table.rows() / SSTABLES;
        for (int i = 0; i < SSTABLES; i++) {
            table.insert(pair.source().cql(), LongStream.range(i * each, (i + 1) * each));
            pair.source().flush(table.keyspace(), table.table());
        }
    }

    /** @param bytesPerSecond null for no limit */
    String start(@Nullable Long bytesPerSecond) {
        TableRef[] tables = TABLES.stream().map(PayloadTable::ref).toArray(TableRef[]::new);
        TransferRequest request =
                pair.request(tables).toBuilder().maxRate(bytesPerSecond).build();
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
            TableComparison comparison = pair.compare(table.ref());
            if (!comparison.same() || comparison.rows() != table.rows()) {
                found.add(table.name() + ": " + comparison);
            }
        }
        return found;
    }

    /** Deletes everything that arrived. */
    void clear() {
        TABLES.forEach(table -> pair.destination().cql().execute("TRUNCATE " + table.name()));
    }

    ResourceReading read() {
        return new ResourceReading(
                Footprint.of(pair.sourceSidecar(), pair.sourceClient(), pair.source()),
                Footprint.of(pair.destinationSidecar(), pair.destinationClient(), pair.destination()));
    }

    @Override
    public void close() {
        pair.close();
    }
}
