/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.cluster;

/** Examples of JSON documents, for the OpenAPI document. */
final class ClusterExamples {
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

    static final String RING_TOKENS = """
            {
              "nodes": [
                {
                  "hostId": "8fe712b8-c936-48b8-b507-7c8f93b66b4d",
                  "tokens": ["-6596450156407651318", "-3491643649438160242"]
                }
              ]
            }""";

    private ClusterExamples() {}
}
