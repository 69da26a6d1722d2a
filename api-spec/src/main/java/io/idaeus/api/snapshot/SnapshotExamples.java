/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.snapshot;

import io.idaeus.api.value.Examples;

/** Examples of JSON documents, for the OpenAPI document. */
final class SnapshotExamples {
    static final String LEASE = """
            {
              "id": "job-7", "tag": "nightly", "expiresAt": "2026-11-25T16:17:34.445Z", "clearOnRelease": false,
              "holder": "CN=alice,OU=operators,O=Idaeus"
            }""";

    static final String LEASES = "{\"leases\": [" + LEASE + "]}";

    static final String SNAPSHOT = """
            {
              "tag": "nightly", "tables": [{"keyspace": "shop", "table": "users"}], "managed": true, "bytes": 95761,
              "trueBytes": 1088, "createdAt": "2026-11-25T10:17:19.024Z", "requestedBy": "CN=alice,OU=operators,O=Idaeus",
              "leases": []
            }""";

    static final String SNAPSHOTS = "{\"snapshots\": [" + SNAPSHOT + "]}";

    static final String MANIFEST =
            """
            {
              "manifestVersion": 1, "tag": "nightly", "hostId": "8fe712b8-c936-48b8-b507-7c8f93b66b4d",
              "cassandraVersion": "5.0.9", "keyspace": "shop", "table": "users",
              "tableId": "8111b7f0-e8b6-11f1-94cc-5f2723a2c170", "createStatement":\s""" + Examples.CREATE_STATEMENT + ", \"definition\": " + Examples.DEFINITION + """
            , "createdAt": "2026-11-25T10:17:19.113Z", "state": "READY", "bytesHashed": 46046, "bytesToHash": 46046,
              "sstables": [
                {
                  "sstable":\s""" + Examples.SSTABLE + """
            ,     "components": [
                    {"name": "Data.db", "bytes": 48535, "crc32": "5e9b2abe", "checksumOrigin": "CASSANDRA"},
                    {"name": "Index.db", "bytes": 29548, "crc32": "d78d0f98", "checksumOrigin": "SIDECAR"},
                    {"name": "Statistics.db", "bytes": 12201, "crc32": "e8d045cc", "checksumOrigin": "SIDECAR"}
                  ]
                }
              ],
              "total": 1, "totalBytes": 94673
            }""";

    private SnapshotExamples() {}
}
