/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

/** An example of each document. Most are shortened responses of a sidecar; the others are made up to match them. */
final class Examples {
    private static final String COMPONENTS =
            "[{\"name\": \"Data.db\", \"bytes\": 48535}, {\"name\": \"Index.db\", \"bytes\": 29548}, {\"name\": \"Statistics.db\", \"bytes\": 12201}]";

    private static final String STATISTICS = """
            {
              "firstToken": "-9219848578536890599", "lastToken": "9221396997139245178",
              "firstKey": "00000630", "lastKey": "000009ee",
              "partitions": 3000, "level": 0, "transientReplica": false,
              "minTimestamp": "1795600614026735", "maxTimestamp": "1795600653383897",
              "partitioner": "org.apache.cassandra.dht.Murmur3Partitioner", "compression": "LZ4Compressor",
              "originatingHostId": "8fe712b8-c936-48b8-b507-7c8f93b66b4d", "legacyCounterShards": false,
              "header": {
                "partitionKeyType": "org.apache.cassandra.db.marshal.Int32Type", "clusteringTypes": [], "staticColumns": {},
                "regularColumns": {"name": "org.apache.cassandra.db.marshal.UTF8Type"}
              }
            }""";

    private static final String SSTABLE = """
            {
              "name": "nb-1-big", "version": "nb", "format": "big",
              "directory": "/var/lib/cassandra/data/shop/users-8111b7f0e8b611f194cc5f2723a2c170", "bytes": 94673,
              "components":\s""" + COMPONENTS + """
            , "overlap": "CONTAINED", "estimatedShare": 1.0,
              "statistics":\s""" + STATISTICS + "}";

    private static final String DEFINITION = """
            {
              "columns": [
                {"name": "id", "type": "int", "kind": "partition_key", "position": 0, "clusteringOrder": "none"},
                {"name": "name", "type": "text", "kind": "regular", "position": -1, "clusteringOrder": "none"}
              ],
              "droppedColumns": [], "userTypes": [], "indexes": [], "gcGraceSeconds": 864000, "flags": []
            }""";

    private static final String CREATE_STATEMENT =
            "\"CREATE TABLE shop.users (id int PRIMARY KEY, name text) WITH gc_grace_seconds = 864000;\"";

    private static final String DIGEST = "\"v1:4ae8a64811ac68c6d2d1549ef433baa0767f2d0914c1ae562df88f247188c845\"";

    private static final String STEP_OF_PLAN = "\"digest\": " + DIGEST + ", \"fence\": 1";

    static final String HEALTH = """
            {"up": true, "checks": [{"name": "jmx", "up": true, "detail": "NORMAL"}, {"name": "cql", "up": true, "detail": "5.0.9"}]}""";

    static final String METRICS = """
            # HELP idaeus_serve_bytes_total Body bytes sent
            # TYPE idaeus_serve_bytes_total counter
            idaeus_serve_bytes_total{mode="sendfile"} 94673.0
            """;

    static final String PROBLEM = """
            {
              "type": "urn:idaeus:problem:unknown-table", "title": "The table does not exist", "status": 404,
              "detail": "this node has no table user in keyspace shop; GET /v1/keyspaces lists those it has", "instance": "/v1/sstables"
            }""";

    static final String AUDIT = """
            {
              "records": [
                {
                  "time": "2026-11-25T10:17:34.390Z", "id": "4b8f580d-2", "plane": "control", "operation": "putLease",
                  "target": {"id": "job-7", "tag": "nightly"}, "identity": "CN=alice,OU=operators,O=Idaeus",
                  "issuer": "CN=idaeus-authority,O=Idaeus", "roles": "operator", "address": "10.0.0.9",
                  "status": 200, "result": "ok", "durationMillis": 59
                }
              ]
            }""";

    static final String CLAIM = """
            {
              "plan": "01a20ff0-06f1-7982-a369-56b2db3e2fa9",\s""" + STEP_OF_PLAN + """
            , "coordinator": "https://10.0.0.1:9043", "since": "2026-11-24T23:41:56.034Z", "draftKept": true,
              "holder": "CN=10.0.0.1,OU=sidecars,O=Idaeus", "approvedBy": "CN=alice,OU=operators,O=Idaeus"
            }""";

    static final String PLAN_ACCEPTANCE = "{\"digest\": " + DIGEST + ", \"code\": \"SNAPSHOT_TOO_OLD\"}";

    static final String CLAIM_REQUEST =
            "{" + STEP_OF_PLAN + ", \"coordinator\": \"https://10.0.0.1:9043\", \"record\": \"{}\"}";

    static final String CLAIM_APPROVAL = """
            {
              "plan": "01a20ff0-06f1-7982-a369-56b2db3e2fa9", "digest":\s""" + DIGEST + """
            , "destination": "https://10.0.0.2:9043", "by": "CN=alice,OU=operators,O=Idaeus", "at": "2026-11-24T23:41:56.085Z"
            }""";

    static final String CLAIM_APPROVAL_REQUEST =
            "{\"digest\": " + DIGEST + ", \"destination\": \"https://10.0.0.2:9043\"}";

    static final String CLAIMED_STEP = "{" + STEP_OF_PLAN + "}";

    static final String CLAIMED_CLEANUP = "{" + STEP_OF_PLAN + """
            , "table": { "keyspace": "shop", "table": "carts" } }""";

    static final String CLAIMED_STATEMENTS = "{" + STEP_OF_PLAN + """
            , "statements": [{
              "kind": "DROPPED_COLUMN", "keyspace": "shop", "table": "users", "name": "phone",
              "statement": "ALTER TABLE shop.users DROP phone USING TIMESTAMP 1764000000000000"
            }] }""";

    static final String CLAIMED_TABLES = "{" + STEP_OF_PLAN + """
            , "tables": [{ "keyspace": "shop", "table": "users" }] }""";

    static final String HELD_TABLES = "{ \"notEmpty\": [{ \"keyspace\": \"shop\", \"table\": \"users\" }] }";

    static final String DECLARATION = "{" + STEP_OF_PLAN + """
            , "keyspace": "shop", "copies": 2,
              "ranges": ["-6596450156407651318:-3491643649438160242"],
              "transfers": ["01a21224-9f41-72b8-b3c2-497965ccf13d"]
            }""";

    static final String DRAFT_PART =
            "{" + STEP_OF_PLAN + ", \"parts\": 1, \"data\": \"H4sIAAAAAAAA/6uuBQBDv6ajAgAAAA==\"}";

    static final String CLAIMED_RESTART = "{" + STEP_OF_PLAN + ", \"options\": [\"-Dcassandra.join_ring=false\"]}";

    static final String CLAIMED_TRANSFER = "{" + STEP_OF_PLAN + """
            , "key": "01a20ff0-06f1-7982-a369-56b2db3e2fa9.2.shop",
              "transfer": {
                "sources": [{"uri": "https://10.0.0.1:9043", "hostId": "8fe712b8-c936-48b8-b507-7c8f93b66b4d"}],
                "tables": [{"keyspace": "shop", "table": "users"}]
              },
              "owned": ["-6596450156407651318:-3491643649438160242"], "phases": ["NORMAL"], "since": []
            }""";

    static final String CLUSTER = """
            {
              "name": "Ilium", "hostId": "8fe712b8-c936-48b8-b507-7c8f93b66b4d", "cassandraVersion": "5.0.9",
              "nodes": [
                {
                  "hostId": "8fe712b8-c936-48b8-b507-7c8f93b66b4d", "address": "10.0.0.1", "datacenter": "dc1", "rack": "r1",
                  "liveness": "UP", "movement": "NORMAL", "tokens": 4
                }
              ],
              "schemaVersions": {"5f594d78-4981-3056-8c83-97372506f1d6": ["10.0.0.1"]},
              "releaseVersions": {"5.0.9": ["10.0.0.1"]}, "maxWriteTimeoutMillis": 5000, "repairs": 0
            }""";

    static final String HOST = """
            {
              "sidecarVersion": "0.1.0",
              "staging": [
                {
                  "path": "/var/lib/cassandra/idaeus-staging", "totalBytes": 270553174016, "freeBytes": 73475063808,
                  "stagingRoot": "/var/lib/cassandra/idaeus-staging"
                }
              ],
              "lifecycle": false,
              "cassandra": {
                "version": "5.0.9", "startedAt": "2026-11-25T10:16:21.657Z", "options": ["-Dcassandra.jmx.local.port=7199"],
                "mode": "NORMAL", "phase": "NORMAL", "hostId": "8fe712b8-c936-48b8-b507-7c8f93b66b4d", "address": "10.0.0.1",
                "datacenter": "dc1", "rack": "r1", "numTokens": 4, "seeds": ["10.0.0.1"], "pendingCompactions": 0,
                "streamedBytes": 0
              },
              "claims": [], "keyspaces": {"allow": [], "deny": []}, "planDigests": ["v1"],
              "capabilities": ["jmx-import", "piece-checksums", "bundles", "slices"]
            }""";

    static final String HOUSEKEEPING = """
            {
              "cleanupDue": [], "orphans": [],
              "certificates": [
                {
                  "use": "IDENTITY", "subject": "CN=source,OU=sidecars,O=Idaeus",
                  "issuer": "CN=idaeus-authority,O=Idaeus", "expiresAt": "2027-02-23T09:55:10Z"
                }
              ]
            }""";

    static final String IMPORT_RESULT = """
            {
              "directories": [{"directory": "/var/lib/cassandra/idaeus-staging/batch-7", "imported": true, "remainingFiles": []}],
              "findings": []
            }""";

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
              "createStatement":\s""" + CREATE_STATEMENT + ", \"definition\": " + DEFINITION + "}";

    static final String STATEMENT = """
            {
              "kind": "DROPPED_COLUMN", "keyspace": "shop", "table": "users", "name": "phone",
              "statement": "ALTER TABLE shop.users DROP phone USING TIMESTAMP 1764000000000000"
            }""";

    static final String STATEMENTS =
            "{ \"keyspace\": \"shop\", \"durableWrites\": true, \"statements\": [" + STATEMENT + "] }";

    static final String LEASE = """
            {
              "id": "job-7", "tag": "nightly", "expiresAt": "2026-11-25T16:17:34.445Z", "clearOnRelease": false,
              "holder": "CN=alice,OU=operators,O=Idaeus"
            }""";

    static final String LEASES = "{\"leases\": [" + LEASE + "]}";

    static final String LIMITS = """
            {
              "settings": {"sendRate": 104857600}, "origin": "API", "setAt": "2026-11-25T10:16:39.623Z",
              "send": {
                "bytesPerSecond": 104857600, "state": "FIXED", "reason": "a fixed limit is set",
                "since": "2026-11-25T10:16:39.623Z"
              },
              "receive": {"state": "UNLIMITED", "reason": "no limit is set", "since": "2026-11-25T10:16:39.623Z"}
            }""";

    static final String NODE = """
            {
              "cluster": "Ilium", "hostId": "8fe712b8-c936-48b8-b507-7c8f93b66b4d", "cassandraVersion": "5.0.9",
              "partitioner": "org.apache.cassandra.dht.Murmur3Partitioner", "datacenter": "dc1", "rack": "r1",
              "mode": "NORMAL",
              "tokens": ["-6596450156407651318", "-3491643649438160242", "-2681824577997778907", "-1520738768077915588"],
              "dataDirectories": [
                {
                  "path": "/var/lib/cassandra/data", "totalBytes": 270553174016, "freeBytes": 73475059712,
                  "stagingRoot": "/var/lib/cassandra/idaeus-staging"
                }
              ],
              "dataPlane": {"host": "10.0.0.1", "port": 9044, "tls": true}, "sidecarVersion": "0.1.0",
              "apiVersions": ["v1"], "dataPlaneVersions": ["v1"],
              "capabilities": ["jmx-import", "piece-checksums", "bundles"], "insecure": false
            }""";

    static final String PENDING_RANGES = """
            {
              "keyspace": "shop",
              "ranges": [{"range": "-6596450156407651318:-3491643649438160242", "addresses": ["10.0.0.4"]}]
            }""";

    static final String RING_TOKENS = """
            {
              "nodes": [
                {
                  "hostId": "8fe712b8-c936-48b8-b507-7c8f93b66b4d",
                  "tokens": ["-6596450156407651318", "-3491643649438160242"]
                }
              ]
            }""";

    static final String RING = """
            {
              "keyspace": "shop",
              "ranges": [
                {
                  "range": "-6596450156407651318:-3491643649438160242", "local": true,
                  "replicas": [
                    {
                      "hostId": "8fe712b8-c936-48b8-b507-7c8f93b66b4d", "address": "10.0.0.1", "datacenter": "dc1",
                      "rack": "r1", "status": "UP"
                    }
                  ]
                }
              ]
            }""";

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

    static final String SNAPSHOT = """
            {
              "tag": "nightly", "tables": [{"keyspace": "shop", "table": "users"}], "managed": true, "bytes": 95761,
              "trueBytes": 1088, "createdAt": "2026-11-25T10:17:19.024Z", "requestedBy": "CN=alice,OU=operators,O=Idaeus",
              "leases": []
            }""";

    static final String SNAPSHOTS = "{\"snapshots\": [" + SNAPSHOT + "]}";

    static final String MANIFEST = """
            {
              "manifestVersion": 1, "tag": "nightly", "hostId": "8fe712b8-c936-48b8-b507-7c8f93b66b4d",
              "cassandraVersion": "5.0.9", "keyspace": "shop", "table": "users",
              "tableId": "8111b7f0-e8b6-11f1-94cc-5f2723a2c170", "createStatement":\s""" + CREATE_STATEMENT + ", \"definition\": " + DEFINITION + """
            , "createdAt": "2026-11-25T10:17:19.113Z", "state": "READY", "bytesHashed": 46046, "bytesToHash": 46046,
              "sstables": [
                {
                  "sstable":\s""" + SSTABLE + """
            ,     "components": [
                    {"name": "Data.db", "bytes": 48535, "crc32": "5e9b2abe", "checksumOrigin": "CASSANDRA"},
                    {"name": "Index.db", "bytes": 29548, "crc32": "d78d0f98", "checksumOrigin": "SIDECAR"},
                    {"name": "Statistics.db", "bytes": 12201, "crc32": "e8d045cc", "checksumOrigin": "SIDECAR"}
                  ]
                }
              ],
              "total": 1, "totalBytes": 94673
            }""";

    static final String SLICES = """
            {
              "slices": [
                {
                  "sstable": "nb-7-big", "extent": "PART",
                  "parts": {
                    "partitions": 214, "firstKey": "00000b52", "lastKey": "000001c6",
                    "runs": [{"indexFrom": 9215, "indexTo": 12211, "dataFrom": 38310, "dataTo": 50722,
                              "next": "00000a51", "previous": {"key": "00000f02", "dataFrom": 38074}}],
                    "indexCrc32": "3b6d1f0a", "data": [{"from": 15044, "to": 20990}],
                    "filter": {"hashes": 5, "words": 331}, "minIndexInterval": 128
                  }
                },
                {"sstable": "nb-9-big", "extent": "NONE"}
              ]
            }""";

    static final String SSTABLES = """
            {
              "keyspace": "shop", "table": "users", "tableId": "8111b7f0-e8b6-11f1-94cc-5f2723a2c170",
              "sstables": [""" + SSTABLE + """
            ], "total": 1, "totalBytes": 94673
            }""";

    private Examples() {}

    static final String ROW_DIGESTS = """
            {
              "blocks": [
                {"end": "-9876543210", "rows": 1003, "digest": "5f2b8f0c9d3e4a177c1d2e3f40516273"},
                {"end": "4611686018427387904", "rows": 977, "digest": "0a1b2c3d4e5f60718293a4b5c6d7e8f9"}
              ],
              "rows": 1980,
              "bytes": 412345
            }""";

    static final String ROW_KEYS = """
            {
              "rows": [
                {
                  "key": {"token": "-3485513579396041028", "partition": ["AAAABw=="], "clustering": []},
                  "digest": "5f2b8f0c9d3e4a177c1d2e3f40516273"
                }
              ]
            }""";

    static final String ROW_CELLS = """
            {
              "rows": [
                {
                  "key": "id = 7",
                  "cells": [
                    {
                      "column": "name",
                      "digest": "0a1b2c3d4e5f60718293a4b5c6d7e8f9",
                      "writtenAt": "1767322983000000",
                      "expiresAt": 1767409383
                    }
                  ]
                },
                {}
              ]
            }""";
}
