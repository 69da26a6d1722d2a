/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.rows;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.idaeus.it.harness.cassandra.CqlClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** A table without compression, with rows of text that zstd shrinks to less than half. Texts follow from the id. */
public record TextTable(String keyspace, String table, long rows, int textLength) {
    private static final int WRITES_IN_FLIGHT = 100;

    public long textBytes() {
        return rows * textLength;
    }

    /** With the keyspace. */
    public void create(CqlClient cql) {
        cql.createKeyspace(keyspace, 1);
        cql.execute("CREATE TABLE %s.%s (id bigint PRIMARY KEY, story text) WITH compression = {'enabled': false}"
                .formatted(keyspace, table));
    }

    public void insert(CqlClient cql) {
        PreparedStatement insert =
                cql.session().prepare("INSERT INTO %s.%s (id, story) VALUES (?, ?)".formatted(keyspace, table));
        List<CompletableFuture<?>> writes = new ArrayList<>();
        for (long id = 0; id < rows; id++) {
            writes.add(cql.session().executeAsync(insert.bind(id, text(id))).toCompletableFuture());
            if (writes.size() == WRITES_IN_FLIGHT) {
                join(writes);
                writes.clear();
            }
        }
        join(writes);
    }

    private static void join(List<CompletableFuture<?>> writes) {
        CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new)).join();
    }

    private String text(long id) {
        Random random = new Random(id);
        StringBuilder text = new StringBuilder(textLength + 100);
        while (text.length() < textLength) {
            text.append("On day ")
                    .append(random.nextInt(365))
                    .append(" customer ")
                    .append(random.nextInt(100_000))
                    .append(" ordered ")
                    .append(random.nextInt(9))
                    .append(" of item ")
                    .append(random.nextInt(5000))
                    .append(", which was shipped. ");
        }
        text.setLength(textLength);
        return text.toString();
    }
}
