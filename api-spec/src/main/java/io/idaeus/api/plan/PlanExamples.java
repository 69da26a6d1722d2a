/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

/** Examples of JSON documents, for the OpenAPI document. */
final class PlanExamples {
    private static final String PLAN_DIGEST = "\"v1:4ae8a64811ac68c6d2d1549ef433baa0767f2d0914c1ae562df88f247188c845\"";

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

    private PlanExamples() {}
}
