/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

/** An example of each document about transfers and plans. See {@link Examples}. */
final class TransferExamples {
    private static final String ID = "\"01a21224-9f41-72b8-b3c2-497965ccf13d\"";

    private static final String PROGRESS = """
            {
              "bytesTotal": 94673, "bytesFetched": 94673, "bytesResumed": 0, "filesTotal": 8, "filesFetched": 8,
              "bytesPerSecond": 121844
            }""";

    private static final String COUNTS =
            "{\"planned\": 1, \"fetched\": 1, \"imported\": 1, \"failed\": 0, \"heldBack\": 0, \"excluded\": 0, \"earlier\": 0}";

    private static final String PLAN_DIGEST = "\"v1:4ae8a64811ac68c6d2d1549ef433baa0767f2d0914c1ae562df88f247188c845\"";

    static final String TRANSFER = "{\"id\": " + ID + """
            , "requestedBy": "CN=alice,OU=operators,O=Idaeus",
              "state": "COMPLETED", "outcome": "COMPLETE", "attempts": 0,
              "createdAt": "2026-11-25T09:58:39.681Z", "since": "2026-11-25T09:58:42.465Z",
              "finishedAt": "2026-11-25T09:58:42.465Z",
              "request": {
                "sources": [{"uri": "https://10.0.0.1:9043"}],
                "tables": [{"keyspace": "shop", "table": "users"}]
              },
              "sources": [
                {
                  "uri": "https://10.0.0.1:9043", "hostId": "8fe712b8-c936-48b8-b507-7c8f93b66b4d",
                  "snapshot": "idaeus-01a21224-9f41-72b8-b3c2-497965ccf13d", "connections": 4
                }
              ],
              "progress":\s""" + PROGRESS + ", \"sstables\": " + COUNTS + """
            , "phases": [
                {"phase": "QUEUED", "seconds": 0.1}, {"phase": "PLANNING", "seconds": 1.744},
                {"phase": "PULLING", "seconds": 0.538}, {"phase": "IMPORTING", "seconds": 0.402}
              ],
              "findings": [], "cleanupDue": []
            }""";

    static final String TRANSFERS = "{\"transfers\": [" + TRANSFER + "]}";

    static final String SSTABLES = """
            {
              "sstables": [
                {
                  "sourceHostId": "8fe712b8-c936-48b8-b507-7c8f93b66b4d", "keyspace": "shop", "table": "users",
                  "name": "nb-1-big", "bytes": 94673, "state": "IMPORTED", "attempts": 0, "part": "WHOLE"
                }
              ],
              "total": 1
            }""";

    static final String DRY_RUN = """
            {
              "refused": false, "findings": [],
              "sstables": [
                {
                  "sourceHostId": "8fe712b8-c936-48b8-b507-7c8f93b66b4d", "keyspace": "shop", "table": "users",
                  "name": "nb-1-big", "bytes": 94673, "state": "PLANNED", "attempts": 0, "part": "WHOLE"
                }
              ],
              "bytesTotal": 94673, "filesTotal": 8, "bytesRequired": 94673, "bytesFree": 73475063808
            }""";

    static final String SAMPLES = """
            {
              "intervalSeconds": 1,
              "samples": [
                {"at": "2026-11-25T09:58:41Z", "bytesPerSecond": 65536, "limit": 65536},
                {"at": "2026-11-25T09:58:42Z", "bytesPerSecond": 29137, "limit": 65536}
              ]
            }""";

    static final String EVENT = """
            event: state
            data: {"id":"01a21224-9f41-72b8-b3c2-497965ccf13d","state":"COMPLETED","outcome":"COMPLETE","progress":{"bytesTotal":94673,"bytesFetched":94673,"bytesResumed":0,"filesTotal":8,"filesFetched":8,"bytesPerSecond":121844},"sstables":{"planned":1,"fetched":1,"imported":1,"failed":0,"heldBack":0,"excluded":0,"earlier":0},"at":"2026-11-25T09:58:42.465Z"}""";

    static final String LIMIT = "{\"maxRate\": 104857600}";

    static final String PLAN = """
            {
              "id": "01a20ff0-06f1-7982-a369-56b2db3e2fa9", "state": "DRAFT", "digest":\s""" + PLAN_DIGEST + """
            , "fence": 1, "coordinator": "https://10.0.0.1:9043", "createdAt": "2026-11-24T23:41:58.385Z",
              "request": {
                "kind": "REBUILD", "datacenter": "dc2", "sourceDatacenter": "dc1", "writes": {"*": "LOCAL_QUORUM"},
                "keyspaces": ["shop"]
              },
              "cluster": {
                "name": "Ilium", "cassandraVersion": "5.0.9",
                "ring": "4a6350dcfe8915e38b51c3337189d5da11059f2cabaa821716a12920a6abfc3e",
                "schema": "17837386-f109-3c33-96d3-c326ec026d5c"
              },
              "destinations": [
                {
                  "sidecar": "https://10.0.0.2:9043", "hostId": "e15c3ea5-7f39-4146-94e5-2a72814e6199",
                  "address": "10.0.0.2", "datacenter": "dc2", "rack": "r1", "bytes": 8264852, "bytesNeeded": 8264853,
                  "bytesPeak": 16529704, "bytesFree": 80783507456, "starts": [], "lifecycle": false,
                  "sources": [
                    {
                      "node": {
                        "hostId": "8fe712b8-c936-48b8-b507-7c8f93b66b4d", "address": "10.0.0.1", "datacenter": "dc1",
                        "rack": "r1", "sidecar": "https://10.0.0.1:9043"
                      },
                      "bytes": 8264852, "ranges": 32, "why": "every candidate is needed"
                    }
                  ]
                }
              ],
              "keyspaces": [
                {
                  "keyspace": "shop", "writes": "LOCAL_QUORUM", "copies": 1, "treatment": "FILL", "ranges": 32,
                  "replication": {
                    "class": "org.apache.cassandra.locator.NetworkTopologyStrategy", "dc1": "1", "dc2": "1"
                  },
                  "why": "whole SSTables, from dc1",
                  "tables": [{"table": "users", "bytes": 8264852, "bytesNeeded": 8264853}]
                }
              ],
              "visibility": [
                {
                  "step": "afterwards",
                  "reads": {"ONE": "as before", "LOCAL_QUORUM": "complete", "QUORUM": "complete", "ALL": "complete"},
                  "writes": {"ONE": "complete", "LOCAL_QUORUM": "complete", "QUORUM": "complete", "ALL": "complete"}
                }
              ],
              "estimate": {"minSeconds": 1, "maxSeconds": 2, "assumptions": ["no time is counted for operators"]},
              "findings": [], "refused": false,
              "steps": [
                {"number": 1, "kind": "CHECK", "title": "Check that the cluster is as planned", "state": "PENDING"},
                {
                  "number": 2, "kind": "FILL", "title": "Fill the node", "destination": "https://10.0.0.2:9043",
                  "state": "PENDING"
                }
              ],
              "due": [{"what": "Move the clients", "why": "the nodes of dc2 hold what they own"}]
            }""";

    static final String PLANS = "{\"plans\": [" + PLAN + "]}";

    static final String PLAN_RANGES = """
            {
              "ranges": [
                {
                  "destination": "https://10.0.0.2:9043", "keyspace": "shop",
                  "range": "-6596450156407651318:-3491643649438160242", "sources": ["8fe712b8-c936-48b8-b507-7c8f93b66b4d"]
                }
              ],
              "total": 1
            }""";

    private TransferExamples() {}
}
