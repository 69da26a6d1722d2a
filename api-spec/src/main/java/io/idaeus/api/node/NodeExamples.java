/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.node;

/** Examples of JSON documents, for the OpenAPI document. */
final class NodeExamples {
    static final String HEALTH = """
            {"up": true, "checks": [{"name": "jmx", "up": true, "detail": "NORMAL"}, {"name": "cql", "up": true, "detail": "5.0.9"}]}""";

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

    private NodeExamples() {}
}
