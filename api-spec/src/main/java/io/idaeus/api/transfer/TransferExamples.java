/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.transfer;

/** Examples of JSON documents, for the OpenAPI document. */
final class TransferExamples {
    private static final String ID = "\"01a21224-9f41-72b8-b3c2-497965ccf13d\"";

    private static final String PROGRESS = """
            {
              "bytesTotal": 94673, "bytesFetched": 94673, "bytesResumed": 0, "filesTotal": 8, "filesFetched": 8,
              "bytesPerSecond": 121844
            }""";

    private static final String COUNTS =
            "{\"planned\": 1, \"fetched\": 1, \"imported\": 1, \"failed\": 0, \"heldBack\": 0, \"excluded\": 0, \"earlier\": 0}";

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

    static final String TRANSFER_SSTABLES = """
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

    private TransferExamples() {}
}
