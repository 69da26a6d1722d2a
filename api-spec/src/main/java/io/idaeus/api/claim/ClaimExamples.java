/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.claim;

import io.idaeus.api.value.Examples;

/** Examples of JSON documents, for the OpenAPI document. */
final class ClaimExamples {
    private static final String STEP_OF_PLAN = "\"digest\": " + Examples.DIGEST + ", \"fence\": 1";

    static final String CLAIM = """
            {
              "plan": "01a20ff0-06f1-7982-a369-56b2db3e2fa9",\s""" + STEP_OF_PLAN + """
            , "coordinator": "https://10.0.0.1:9043", "since": "2026-11-24T23:41:56.034Z", "draftKept": true,
              "holder": "CN=10.0.0.1,OU=sidecars,O=Idaeus", "approvedBy": "CN=alice,OU=operators,O=Idaeus"
            }""";

    static final String CLAIM_REQUEST =
            "{" + STEP_OF_PLAN + ", \"coordinator\": \"https://10.0.0.1:9043\", \"record\": \"{}\"}";

    static final String CLAIM_APPROVAL = """
            {
              "plan": "01a20ff0-06f1-7982-a369-56b2db3e2fa9", "digest":\s""" + Examples.DIGEST + """
            , "destination": "https://10.0.0.2:9043", "by": "CN=alice,OU=operators,O=Idaeus", "at": "2026-11-24T23:41:56.085Z"
            }""";

    static final String CLAIM_APPROVAL_REQUEST =
            "{\"digest\": " + Examples.DIGEST + ", \"destination\": \"https://10.0.0.2:9043\"}";

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

    static final String CLAIMED_SOURCES = "{" + STEP_OF_PLAN + """
            , "sources": [{
              "uri": "https://10.1.0.1:9043", "hostId": "6d3a62a4-4a8c-4a0e-9d3b-2f6a9c1f7b10", "cluster": "shop"
            }] }""";

    static final String SOURCE_CHECK = """
            { "unusable": [{
              "uri": "https://10.1.0.1:9043", "problem": "urn:idaeus:problem:peer-not-allowed",
              "detail": "'10.1.0.1:9043' is not allowed as a peer: neither in peers.allow of this sidecar nor a node of its ring"
            }] }""";

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

    static final String LIMIT = "{\"maxRate\": 104857600}";

    private ClaimExamples() {}
}
