/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.rows;

import io.idaeus.it.harness.cassandra.CqlClient;
import java.util.Locale;
import java.util.UUID;

/** Tables of every CQL shape, with the same rows each time. */
public enum TableFixture {
    WIDE_ROWS("id int, c int, v text, PRIMARY KEY (id, c)") {
        @Override
        void write(CqlClient cql, String table) {
            for (int i = 0; i < 2_000; i++) {
                cql.execute("INSERT INTO " + table + " (id, c, v) VALUES (?, ?, ?)", i % 4, i, "value " + i);
            }
        }
    },
    COMPOUND_KEYS(
            "a int, b text, c uuid, d bigint, v blob, PRIMARY KEY ((a, b), c, d)) WITH CLUSTERING ORDER BY (c ASC, d DESC") {
        @Override
        void write(CqlClient cql, String table) {
            for (int i = 0; i < ROWS; i++) {
                cql.execute(
                        "INSERT INTO " + table + " (a, b, c, d, v) VALUES (?, ?, ?, ?, bigintAsBlob(?))",
                        i % 50,
                        "b" + i % 7,
                        new UUID(i % 3, i),
                        (long) i,
                        (long) -i);
            }
        }
    },
    STATIC_COLUMNS("id int, c int, s text static, v text, PRIMARY KEY (id, c)") {
        @Override
        void write(CqlClient cql, String table) {
            for (int i = 0; i < ROWS; i++) {
                cql.execute("INSERT INTO " + table + " (id, s) VALUES (?, ?)", i, "static " + i);
                if (i % 2 == 0) {
                    cql.execute("INSERT INTO " + table + " (id, c, v) VALUES (?, ?, ?)", i, i, "row " + i);
                }
            }
        }
    },
    COUNTERS("id int, c int, hits counter, PRIMARY KEY (id, c)") {
        @Override
        void write(CqlClient cql, String table) {
            for (int i = 0; i < ROWS; i++) {
                cql.execute(
                        "UPDATE " + table + " SET hits = hits + ? WHERE id = ? AND c = ?", (long) i, i % 100, i % 5);
            }
        }
    },
    USER_TYPES("id int PRIMARY KEY, home frozen<%1$s>, work %1$s") {
        @Override
        void write(CqlClient cql, String table) {
            for (int i = 0; i < ROWS; i++) {
                String address = "{street: 'Street " + i + "', zip: " + i + "}";
                cql.execute(
                        "INSERT INTO %s (id, home, work) VALUES (%d, %s, %s)".formatted(table, i, address, address));
            }
        }
    },
    COLLECTIONS(
            "id int PRIMARY KEY, l list<int>, s set<text>, m map<text, int>, f frozen<list<int>>, t tuple<int, text>") {
        @Override
        void write(CqlClient cql, String table) {
            for (int i = 0; i < ROWS; i++) {
                cql.execute(("INSERT INTO %1$s (id, l, s, m, f, t)"
                                + " VALUES (%2$d, [1, %2$d], {'a', 'b%2$d'}, {'k': %2$d}, [%2$d], (%2$d, 't'))")
                        .formatted(table, i));
                cql.execute("UPDATE " + table + " SET l = l + [3], s = s - {'a'} WHERE id = " + i);
            }
        }
    },
    TIME_TO_LIVE("id int PRIMARY KEY, short_lived text, long_lived text, forever text") {
        @Override
        void write(CqlClient cql, String table) {
            for (int i = 0; i < ROWS; i++) {
                cql.execute("INSERT INTO " + table + " (id, forever) VALUES (?, 'f')", i);
                cql.execute("UPDATE " + table + " USING TTL 1 SET short_lived = 's' WHERE id = ?", i);
                cql.execute("UPDATE " + table + " USING TTL 86400 SET long_lived = 'l' WHERE id = ?", i);
            }
        }
    },
    DELETES("id int, c int, v text, w text, PRIMARY KEY (id, c)") {
        @Override
        void write(CqlClient cql, String table) {
            for (int i = 0; i < ROWS; i++) {
                cql.execute("INSERT INTO " + table + " (id, c, v, w) VALUES (?, ?, 'v', 'w')", i % 50, i);
            }
            for (int id = 0; id < 50; id += 5) {
                cql.execute("DELETE FROM " + table + " WHERE id = ?", id);
                cql.execute("DELETE FROM " + table + " WHERE id = ? AND c = ?", id + 1, id + 1);
                cql.execute("DELETE FROM " + table + " WHERE id = ? AND c > ?", id + 2, 100);
                cql.execute("DELETE v FROM " + table + " WHERE id = ? AND c = ?", id + 3, id + 3);
            }
        }
    };

    private static final int ROWS = 300;
    private static final String TYPE = "address";

    private final String columns;

    TableFixture(String columns) {
        this.columns = columns;
    }

    /** For instance {@code wide_rows}. */
    public String table() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Creates the table, and the type it needs, in an existing keyspace. */
    public void create(CqlClient cql, String keyspace) {
        String type = keyspace + "." + TYPE;
        if (this == USER_TYPES) {
            cql.execute("CREATE TYPE IF NOT EXISTS " + type + " (street text, zip int)");
        }
        cql.execute("CREATE TABLE %s.%s (%s)".formatted(keyspace, table(), columns.formatted(type)));
    }

    public void fill(CqlClient cql, String keyspace) {
        write(cql, keyspace + "." + table());
    }

    abstract void write(CqlClient cql, String table);
}
