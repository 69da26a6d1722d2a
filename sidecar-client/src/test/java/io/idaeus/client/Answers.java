/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

/** Answers of a sidecar, as JSON. */
public final class Answers {

    public static final String NODE = """
            {"cluster":"Ilium","hostId":"6a1f0c3e-0000-4000-8000-000000000001","cassandraVersion":"5.0.9",
             "partitioner":"org.apache.cassandra.dht.Murmur3Partitioner","datacenter":"dc1","rack":"r1","mode":"NORMAL",
             "tokens":["-9000000000000000000","42"],
             "dataDirectories":[{"path":"/var/lib/cassandra/data","totalBytes":1099511627776,"freeBytes":549755813888,
                                 "stagingRoot":"/var/lib/cassandra/staging"},
                                {"path":"/mnt/more","totalBytes":1048576,"freeBytes":1024}],
             "dataPlane":{"host":"10.0.0.1","port":9044,"tls":true},"sidecarVersion":"0.1.0","apiVersions":["v1"],
             "dataPlaneVersions":["v1"],"capabilities":["nodetool-import"],"insecure":false,
             "inventedLater":{"unknown":true}}""";

    public static final String TRANSFER_ID = "01890a5d-ac96-774b-bcce-b302099a8057";

    public static final String TRANSFER = transfer("PULLING", null, "");

    public static final String MANIFEST_BUILDING = manifest("BUILDING", "[]", "");

    private Answers() {}

    public static String sstable(String name, String first, String last) {
        return """
            {"name":"%s","version":"nb","format":"big","directory":"/d","bytes":1536,
             "components":[{"name":"Data.db","bytes":1024},{"name":"TOC.txt","bytes":512}],
             "overlap":"PARTIAL","estimatedShare":0.25,
             "statistics":{"firstToken":"%s","lastToken":"%s","firstKey":"00","lastKey":"ff","partitions":1234567,"level":0,
                      "transientReplica":false,"minTimestamp":"1700000000000000","maxTimestamp":"1700000000000001",
                      "partitioner":"org.apache.cassandra.dht.Murmur3Partitioner","compression":"LZ4Compressor",
                      "legacyCounterShards":false,
                      "header":{"partitionKeyType":"org.apache.cassandra.db.marshal.Int32Type","clusteringTypes":[],
                                "staticColumns":{},"regularColumns":{"v":"org.apache.cassandra.db.marshal.BytesType"}}}}""".formatted(name, first, last);
    }

    public static String sstablePage(String sstables, int total, String next) {
        return """
            {"keyspace":"ks","table":"t","tableId":"id","sstables":[%s],"total":%d,"totalBytes":%d,"next":%s}""".formatted(sstables, total, total * 1536L, next == null ? "null" : "\"" + next + "\"");
    }

    public static String manifest(String state, String sstables, String rest) {
        return """
            {"manifestVersion":1,"tag":"tag","hostId":"h","cassandraVersion":"5.0.9","keyspace":"ks","table":"t",
             "tableId":"id","createStatement":"CREATE TABLE ks.t (k int PRIMARY KEY)",
             "definition":{"columns":[],"droppedColumns":[],"userTypes":[],"indexes":[],"gcGraceSeconds":864000,"flags":[]},"createdAt":"2026-01-02T03:04:05Z","state":"%s",
             "bytesHashed":10,"bytesToHash":20,"sstables":%s,"total":2,"totalBytes":3072%s}""".formatted(state, sstables, rest);
    }

    public static String transfer(String state, String outcome, String rest) {
        return """
            {"id":"%s","state":"%s",%s"since":"2026-01-02T03:04:05Z","attempts":1,"createdAt":"2026-01-02T03:04:00Z",
             "request":{"sources":[{"uri":"http://10.0.0.1:9043"}],"tables":[{"keyspace":"ks","table":"t"}]},
             "sources":[{"uri":"http://10.0.0.1:9043"}],
             "progress":{"bytesTotal":104857600,"bytesFetched":52428800,"bytesResumed":1048576,"filesTotal":16,
                         "filesFetched":8,"bytesPerSecond":26214400,"etaSeconds":2},
             "sstables":{"planned":2,"fetched":1,"imported":0,"failed":0,"heldBack":0,"excluded":0,"earlier":0},
             "phases":[{"phase":"PLANNING","seconds":0.5},{"phase":"PULLING","seconds":2.0}],"findings":[],
             "cleanupDue":[]%s}""".formatted(TRANSFER_ID, state, outcome == null ? "" : "\"outcome\":\"" + outcome + "\",", rest);
    }

    public static String event(String name, String state, long fetched) {
        return """
            event: %s
            data: {"id":"%s","state":"%s","at":"2026-01-02T03:04:05Z",
            data:  "progress":{"bytesTotal":104857600,"bytesFetched":%d,"bytesResumed":0,"filesTotal":16,
            data:   "filesFetched":8,"bytesPerSecond":26214400,"etaSeconds":2},
            data:  "sstables":{"planned":2,"fetched":1,"imported":0,"failed":0,"heldBack":0,"excluded":0,"earlier":0}}

            """.formatted(name, TRANSFER_ID, state, fetched);
    }

    public static String problem(String slug, int status, String title, String detail) {
        return """
            {"type":"urn:idaeus:problem:%s","title":"%s","status":%d,"detail":"%s","instance":"/v1/x"}""".formatted(slug, title, status, detail);
    }
}
