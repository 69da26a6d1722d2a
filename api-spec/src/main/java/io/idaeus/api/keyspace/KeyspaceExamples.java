/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.keyspace;

import io.idaeus.api.value.Examples;

/** Examples of JSON documents, for the OpenAPI document. */
final class KeyspaceExamples {
    static final String KEYSPACES = """
            {
              "keyspaces": [
                {
                  "name": "shop", "system": false, "tables": ["users"],
                  "replication": {"class": "org.apache.cassandra.locator.NetworkTopologyStrategy", "dc1": "3"}
                }
              ]
            }""";

    static final String TABLE = """
            {
              "keyspace": "shop", "table": "users", "id": "8111b7f0-e8b6-11f1-94cc-5f2723a2c170",
              "createStatement":\s""" + Examples.CREATE_STATEMENT + ", \"definition\": " + Examples.DEFINITION + "}";

    private static final String STATEMENT = """
            {
              "kind": "DROPPED_COLUMN", "keyspace": "shop", "table": "users", "name": "phone",
              "statement": "ALTER TABLE shop.users DROP phone USING TIMESTAMP 1764000000000000"
            }""";

    static final String STATEMENTS =
            "{ \"keyspace\": \"shop\", \"durableWrites\": true, \"statements\": [" + STATEMENT + "] }";

    static final String SIZES = """
            {
              "keyspace": "shop", "ranges": ["-6596450156407651318:-3491643649438160242"],
              "tables": [
                {
                  "table": "users", "bytes": [15315], "totalBytes": 94673, "sstables": 1, "largestSpan": 0.9997,
                  "strategy": "SizeTieredCompactionStrategy", "lightweightTransactions": false,
                  "findings": [
                    {
                      "code": "SSTABLE_UNREADABLE", "detail": "CORRUPT_COMPONENT: Statistics.db: 12 bytes",
                      "sstables": 1, "names": ["nb-7-big"]
                    }
                  ]
                }
              ]
            }""";

    private KeyspaceExamples() {}
}
