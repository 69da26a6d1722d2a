/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.value;

/** Examples of JSON documents that more than one resource has, for the OpenAPI document. */
public final class Examples {
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

    public static final String SSTABLE = """
            {
              "name": "nb-1-big", "version": "nb", "format": "big",
              "directory": "/var/lib/cassandra/data/shop/users-8111b7f0e8b611f194cc5f2723a2c170", "bytes": 94673,
              "components":\s""" + COMPONENTS + """
            , "overlap": "CONTAINED", "estimatedShare": 1.0,
              "statistics":\s""" + STATISTICS + "}";

    public static final String DEFINITION = """
            {
              "columns": [
                {"name": "id", "type": "int", "kind": "partition_key", "position": 0, "clusteringOrder": "none"},
                {"name": "name", "type": "text", "kind": "regular", "position": -1, "clusteringOrder": "none"}
              ],
              "droppedColumns": [], "userTypes": [], "indexes": [], "gcGraceSeconds": 864000, "flags": []
            }""";

    public static final String CREATE_STATEMENT =
            "\"CREATE TABLE shop.users (id int PRIMARY KEY, name text) WITH gc_grace_seconds = 864000;\"";

    public static final String DIGEST = "\"v1:4ae8a64811ac68c6d2d1549ef433baa0767f2d0914c1ae562df88f247188c845\"";

    public static final String PLAN_ACCEPTANCE = "{\"digest\": " + DIGEST + ", \"code\": \"SNAPSHOT_TOO_OLD\"}";

    private Examples() {}
}
