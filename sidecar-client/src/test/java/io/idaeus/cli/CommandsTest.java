/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.client.Answers;
import io.idaeus.client.ClientJson;
import io.idaeus.client.FakeSidecar;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CommandsTest {

    private final FakeSidecar sidecar = FakeSidecar.start();

    @AfterEach
    void stop() {
        sidecar.close();
    }

    @Test
    void nodeIsATable() {
        sidecar.on("GET /v1/node", 200, Answers.NODE);
        assertThat(run("node")).isEqualTo(ok("""
                        NODE          6a1f0c3e-0000-4000-8000-000000000001
                        cluster       Ilium
                        Cassandra     5.0.9, NORMAL
                        place         dc1, r1
                        partitioner   Murmur3Partitioner
                        tokens        2
                        data plane    10.0.0.1:9044, TLS
                        sidecar       0.1.0, API v1
                        capabilities  nodetool-import

                        DATA DIRECTORY                FREE       OF  STAGING
                        /var/lib/cassandra/data  512.0 GiB  1.0 TiB  /var/lib/cassandra/staging
                        /mnt/more                  1.0 KiB  1.0 MiB  -
                        """));
    }

    @Test
    void jsonIsTheApisOwn() throws Exception {
        sidecar.on("GET /v1/node", 200, Answers.NODE);
        JsonNode node =
                ClientJson.mapper().readTree(run("node", "--output", "json").out());
        JsonNode expected = ClientJson.mapper().readTree(Answers.NODE);
        ((com.fasterxml.jackson.databind.node.ObjectNode) expected).remove("inventedLater");
        assertThat(node).isEqualTo(expected);
    }

    @Test
    void keyspacesLeavesCassandrasOwnOut() {
        sidecar.on("GET /v1/keyspaces", 200, """
                {"keyspaces":[
                  {"name":"shop","system":false,"tables":["carts","orders"],
                   "replication":{"class":"org.apache.cassandra.locator.NetworkTopologyStrategy","dc2":"2","dc1":"3"}},
                  {"name":"system","system":true,"tables":["local"],"replication":{"class":"LocalStrategy"}}]}""");
        assertThat(run("keyspaces")).isEqualTo(ok("""
                        KEYSPACE  REPLICATION                           TABLES
                        shop      NetworkTopologyStrategy dc1=3, dc2=2  carts, orders
                        """));
        assertThat(run("keyspaces", "--all").out()).contains("system    LocalStrategy");
    }

    @Test
    void tableTellsThatCleanupIsDueAndTakesTheMarkOff() {
        sidecar.on("GET /v1/keyspaces/ks/tables/t", 200, """
                        {"keyspace":"ks","table":"t","id":"5a1c395e","createStatement":"CREATE TABLE ks.t (\\n  k int PRIMARY KEY\\n)",
                         "definition":{"columns":[],"droppedColumns":[],"userTypes":[],"indexes":[],"gcGraceSeconds":864000,"flags":["CDC"]},
                         "cleanupDue":{"since":"2026-01-02T03:04:05.678Z","transferId":"x","reason":"rows beyond its ranges"}}""")
                .on("DELETE /v1/keyspaces/ks/tables/t/cleanup-due", 204, "");
        assertThat(run("table", "ks.t").out()).isEqualTo("""
                        TABLE             ks.t
                        id                5a1c395e
                        gc_grace_seconds  864000
                        flags             CDC

                        CLEANUP DUE since 2026-01-02T03:04:05Z: rows beyond its ranges
                          run: nodetool cleanup ks t
                          then: idaeus --url %s table ks.t --cleanup-done

                        CREATE TABLE ks.t (
                          k int PRIMARY KEY
                        )
                        """.formatted(sidecar.uri()));
        assertThat(run("table", "ks.t", "--cleanup-done").exitCode()).isZero();
        assertThat(sidecar.received().get(1).method()).isEqualTo("DELETE");
    }

    @Test
    void ringShortensTokens() {
        String replica = "{\"hostId\":\"h\",\"address\":\"%s\",\"datacenter\":\"d\",\"rack\":\"r\",\"status\":\"%s\"}";
        sidecar.on(
                "GET /v1/ring",
                200,
                "{\"keyspace\":\"ks\",\"ranges\":[{\"range\":\"-9223372036854775808:42\",\"local\":true,\"replicas\":[%s,%s]},"
                                .formatted(replica.formatted("10.0.0.1", "UP"), replica.formatted("10.0.0.2", "DOWN"))
                        + "{\"range\":\"42:-9223372036854775808\",\"local\":false,\"replicas\":[%s]}]}"
                                .formatted(replica.formatted("10.0.0.2", "UP")));
        assertThat(run("ring", "ks")).isEqualTo(ok("""
                             AFTER          TO  HERE  REPLICAS
                        -9.2233e18          42  *     10.0.0.1, 10.0.0.2 (DOWN)
                                42  -9.2233e18        10.0.0.2
                        """));
        assertThat(run("ring", "ks", "--local", "--full").out())
                .contains("-9223372036854775808")
                .hasLineCount(2);
    }

    @Test
    void sstablesListsEveryPageAndExplainsUnreadableOnes() {
        String unreadable = """
                {"name":"nb-9-big","version":"nb","format":"big","directory":"/d","bytes":10,"components":[],
                 "problem":{"code":"CORRUPT_STATISTICS","detail":"checksum of\\nStatistics.db\\u001b[31m"}}""";
        sidecar.on(
                        "GET /v1/sstables",
                        200,
                        Answers.sstablePage(Answers.sstable("nb-1-big", "-9223372036854775807", "7"), 2, "n"))
                .on("GET /v1/sstables", 200, Answers.sstablePage(unreadable, 2, null));
        assertThat(run("sstables", "ks.t", "--range", "-5:7", "--range=9:-1", "--overlap", "partial"))
                .isEqualTo(ok("""
                        SSTABLE      SIZE  PARTITIONS  LEVEL  FIRST TOKEN  LAST TOKEN  OVERLAP   SHARE  NOTE
                        nb-1-big  1.5 KiB     1234567      0   -9.2233e18           7  partial  25.0 %
                        nb-9-big     10 B           -      -            -           -  -             -  CORRUPT_STATISTICS
                        nb-9-big: checksum of Statistics.db?[31m

                        2 of 2 SSTables, 3.0 KiB in all
                        """));
        assertThat(sidecar.last().target())
                .isEqualTo("/v1/sstables?keyspace=ks&table=t&range=-5%3A7&range=9%3A-1&overlap=PARTIAL&after=n");
    }

    @Test
    void aTableWithoutSstablesMayHaveRowsInMemtables() {
        String none = "{\"keyspace\":\"ks\",\"table\":\"t\",\"tableId\":\"5a1c395e-b41f-11e5-9f22-ba0be0483c18\","
                + "\"sstables\":[],\"total\":0,\"totalBytes\":0}";
        sidecar.on("GET /v1/sstables", 200, none);
        assertThat(run("sstables", "ks.t")).isEqualTo(ok("""
                        (none)

                        0 of 0 SSTables, 0 B in all
                        Rows in memtables are not listed. nodetool flush writes them to SSTables.
                        """));
        assertThat(run("sstables", "ks.t", "--snapshot", "s").out()).doesNotContain("memtables");
    }

    @Test
    void sstablesWithALimitIsOnePage() {
        sidecar.on("GET /v1/sstables", 200, Answers.sstablePage(Answers.sstable("nb-1-big", "1", "7"), 2, "n"));
        assertThat(run("sstables", "ks.t", "--limit", "1", "--snapshot", "s").out())
                .contains("1 of 2 SSTables");
        assertThat(sidecar.received()).hasSize(1);
        assertThat(sidecar.last().target()).isEqualTo("/v1/sstables?keyspace=ks&table=t&snapshot=s&limit=1");
    }

    @Test
    void theListingOfASnapshotSaysWhatIsNotKnownOfIt() {
        String listing = "{\"keyspace\":\"ks\",\"table\":\"t\",\"tableId\":\"5a1c395e-b41f-11e5-9f22-ba0be0483c18\",%s"
                + "\"definitionUnknown\":\"it has no schema.cql\",\"sstables\":[],\"total\":0,\"totalBytes\":0}";
        String definition = "\"unlisted\":true,\"definition\":{\"columns\":[],\"droppedColumns\":[],\"userTypes\":[],"
                + "\"indexes\":[],\"gcGraceSeconds\":864000,\"flags\":[]},";
        sidecar.on("GET /v1/sstables", 200, listing.formatted(definition))
                .on("GET /v1/sstables", 200, listing.formatted(""));
        assertThat(run("sstables", "ks.t", "--snapshot", "s")).isEqualTo(ok("""
                        (none)

                        0 of 0 SSTables, 0 B in all
                        The snapshot has no manifest.json: SSTables may be missing. Transfers of it need --accept SNAPSHOT_UNPROVEN.
                        The schema of the snapshot is not known: it has no schema.cql. Transfers of it need --accept SNAPSHOT_SCHEMA_UNKNOWN.
                        """));
        assertThat(run("sstables", "ks.t", "--snapshot", "s").out())
                .endsWith("The schema of the snapshot is not known: it has no schema.cql\n");
    }

    @Test
    void snapshotsAreCreatedListedAndDeleted() {
        String snapshot = """
                {"tag":"before","tables":[{"keyspace":"ks","table":"t"}],"managed":true,"bytes":1048576,"trueBytes":1024,
                 "createdAt":"2026-01-02T03:04:05.123Z","leases":["l"]}""";
        sidecar.on("POST /v1/snapshots", 201, snapshot)
                .on("GET /v1/snapshots", 200, "{\"snapshots\":[%s]}".formatted(snapshot))
                .on("DELETE /v1/snapshots/before", 204, "");
        assertThat(run("snapshot", "create", "ks.t", "ks.u", "--tag", "before", "--ttl", "6h"))
                .isEqualTo(ok("Snapshot before: ks.t, 1.0 MiB\n"));
        assertThat(sidecar.last().body())
                .isEqualTo("{\"tag\":\"before\",\"tables\":[{\"keyspace\":\"ks\",\"table\":\"t\"},"
                        + "{\"keyspace\":\"ks\",\"table\":\"u\"}],\"ttl\":\"6h\"}");
        run("snapshot", "create", "ks", "--skip-flush");
        assertThat(sidecar.last().body()).isEqualTo("{\"keyspace\":\"ks\",\"skipFlush\":true}");
        assertThat(run("snapshot", "list")).isEqualTo(ok("""
                        TAG     TABLES     SIZE  WOULD FREE  CREATED               EXPIRES  MANAGED  LEASES
                        before  ks.t    1.0 MiB     1.0 KiB  2026-01-02T03:04:05Z  -        yes           1
                        """));
        assertThat(run("snapshot", "delete", "before", "--force")).isEqualTo(ok("Cleared snapshot before\n"));
        assertThat(sidecar.last().line()).isEqualTo("DELETE /v1/snapshots/before?force=true");
    }

    @Test
    void importTellsWhatWasLeft() {
        sidecar.on("POST /v1/imports", 200, """
                {"directories":[{"directory":"/s/1","imported":true,"remainingFiles":[]},
                                {"directory":"/s/2","imported":false,"remainingFiles":["nb-1-big-Data.db"],"reason":"corrupt"}],
                 "findings":[]}""");
        assertThat(run("import", "--table", "ks.t", "--copy-data", "--keep-level", "/s/1", "/s/2"))
                .isEqualTo(new Invocation(ExitCodes.PARTIAL, """
                        DIRECTORY  IMPORTED  FILES LEFT  REASON
                        /s/1       yes                0
                        /s/2       NO                 1  corrupt
                        """, ""));
        assertThat(sidecar.last().body()).endsWith("\"options\":{\"copyData\":true,\"keepLevel\":true}}");
    }

    @Test
    void importThatTakesNothingFails() {
        sidecar.on(
                "POST /v1/imports",
                200,
                "{\"directories\":[{\"directory\":\"/s/1\",\"imported\":false,\"remainingFiles\":[]}],\"findings\":[]}");
        assertThat(run("import", "--table", "ks.t", "/s/1").exitCode()).isEqualTo(ExitCodes.FAILED);
    }

    @Test
    void theAddressComesFromTheEnvironmentAndGlobalOptionsStandAnywhere() {
        sidecar.on("GET /v1/node", 200, Answers.NODE);
        Map<String, String> environment = Map.of("IDAEUS_URL", sidecar.uri().toString());
        assertThat(Invocation.of(environment, "node").exitCode()).isZero();
        assertThat(Invocation.of(environment, "-o", "json", "node").out()).startsWith("{");
        assertThat(Invocation.of("--url", sidecar.uri().toString(), "node").exitCode())
                .isZero();
        assertThat(Invocation.of(
                                Map.of("IDAEUS_URL", "http://127.0.0.1:1"),
                                "node",
                                "--url",
                                sidecar.uri().toString())
                        .exitCode())
                .isZero();
    }

    private Invocation run(String... args) {
        List<String> all = new ArrayList<>(Arrays.asList(args));
        all.addAll(List.of("--url", sidecar.uri().toString()));
        return Invocation.of(all.toArray(new String[0]));
    }

    private static Invocation ok(String out) {
        return new Invocation(ExitCodes.OK, out, "");
    }
}
