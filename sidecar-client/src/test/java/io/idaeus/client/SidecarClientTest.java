/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.idaeus.api.TableRef;
import io.idaeus.api.imports.ImportOptions;
import io.idaeus.api.imports.ImportRequest;
import io.idaeus.api.node.Health;
import io.idaeus.api.node.NodeInfo;
import io.idaeus.api.snapshot.Lease;
import io.idaeus.api.snapshot.LeaseRequest;
import io.idaeus.api.snapshot.Manifest;
import io.idaeus.api.snapshot.SnapshotRequest;
import io.idaeus.api.sstable.Overlap;
import io.idaeus.api.sstable.SstableInfo;
import io.idaeus.api.sstable.SstablePage;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferState;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SidecarClientTest {

    private static final TransferRequest REQUEST = TransferRequest.builder(
                    List.of(SourceRef.at("http://10.0.0.1:9043")), List.of(new TableRef("ks", "t")))
            .ranges(List.of("-5:7"))
            .onPartialOverlap(TransferRequest.PartialOverlapPolicy.INCLUDE)
            .connectionsPerSource(4)
            .build();

    private final FakeSidecar sidecar = FakeSidecar.start();
    private final SidecarClient client = SidecarClient.of(sidecar.uri());

    @AfterEach
    void stop() {
        sidecar.close();
    }

    @Test
    void nodeReadsEveryFieldAndSkipsUnknownOnes() {
        sidecar.on("GET /v1/node", 200, Answers.NODE);
        NodeInfo node = client.node();
        assertThat(node.tokens()).containsExactly("-9000000000000000000", "42");
        assertThat(node.dataDirectories().get(1).stagingRoot()).isNull();
        assertThat(node.dataPlane().port()).isEqualTo(9044);
        assertThat(sidecar.last().line()).isEqualTo("GET /v1/node");
    }

    @Test
    void theCompressionAutoOfAnEarlierSidecarIsReadAsOff() {
        String transfer = Answers.TRANSFER.replace("\"tables\":[{", "\"compression\":\"AUTO\",\"tables\":[{");
        sidecar.on("GET /v1/transfers/" + Answers.TRANSFER_ID, 200, transfer);
        assertThat(client.transfer(Answers.TRANSFER_ID).request().compression())
                .isEqualTo(TransferRequest.Compression.OFF);
    }

    @Test
    void keyspacesTableAndRingAskForWhatTheyName() {
        sidecar.on("GET /v1/keyspaces", 200, """
                {"keyspaces":[{"name":"ks","system":false,"replication":{"class":"SimpleStrategy"},"tables":["t"]}]}""");
        assertThat(client.keyspaces().keyspaces().get(0).tables()).containsExactly("t");

        sidecar.on("GET /v1/keyspaces/ks/tables/t", 200, """
                {"keyspace":"ks","table":"t","id":"i","createStatement":"CREATE","definition":{"columns":[],"droppedColumns":[],"userTypes":[],"indexes":[],"gcGraceSeconds":1,"flags":[]},
                 "cleanupDue":{"since":"2026-01-02T03:04:05Z","transferId":"x","reason":"y"}}""");
        assertThat(client.table("ks", "t").cleanupDue().since()).isEqualTo(Instant.parse("2026-01-02T03:04:05Z"));

        sidecar.on("GET /v1/ring", 200, """
                {"keyspace":"ks","ranges":[{"range":"1:1","local":true,"replicas":[
                  {"hostId":"h","address":"a","datacenter":"d","rack":"r","status":"UP"}]}]}""");
        assertThat(client.ring("ks").ranges().get(0).replicas()).hasSize(1);
        assertThat(sidecar.last().line()).isEqualTo("GET /v1/ring?keyspace=ks");

        sidecar.on("DELETE /v1/keyspaces/ks/tables/t/cleanup-due", 204, "");
        client.acknowledgeCleanup("ks", "t");
        assertThat(sidecar.last().line()).isEqualTo("DELETE /v1/keyspaces/ks/tables/t/cleanup-due");
    }

    @Test
    void sstablesRepeatRangesAndOverlaps() {
        sidecar.on("GET /v1/sstables", 200, Answers.sstablePage(Answers.sstable("nb-1-big", "-5", "7"), 1, null));
        SstablePage page = client.sstables(new SstableQuery(
                "ks", "t", List.of("-5:7", "9:10"), "a+b", List.of(Overlap.CONTAINED, Overlap.PARTIAL), 10, "x/y"));
        assertThat(page.sstables().get(0).statistics().header().regularColumns())
                .containsKey("v");
        assertThat(sidecar.last().target())
                .isEqualTo("/v1/sstables?keyspace=ks&table=t&range=-5%3A7&range=9%3A10&snapshot=a%2Bb"
                        + "&overlap=CONTAINED&overlap=PARTIAL&limit=10&after=x%2Fy");
    }

    @Test
    void allSstablesFollowThePagesAsFarAsTheyAreRead() {
        sidecar.on("GET /v1/sstables", 200, Answers.sstablePage(Answers.sstable("nb-1-big", "1", "2"), 2, "p2"))
                .on("GET /v1/sstables", 200, Answers.sstablePage(Answers.sstable("nb-2-big", "3", "4"), 2, null));
        SstableQuery query = SstableQuery.of("ks", "t").in("tag").by(1);
        assertThat(client.allSstables(query)).extracting(SstableInfo::name).containsExactly("nb-1-big", "nb-2-big");
        assertThat(sidecar.last().target()).endsWith("snapshot=tag&limit=1&after=p2");
    }

    @Test
    void aListIsReadToItsLastPage() {
        String lease = "{\"id\":\"%s\",\"tag\":\"s\",\"expiresAt\":\"2026-01-02T03:04:05Z\",\"clearOnRelease\":false}";
        sidecar.on("GET /v1/leases", 200, "{\"leases\":[%s],\"next\":\"p2\"}".formatted(lease.formatted("a")))
                .on("GET /v1/leases", 200, "{\"leases\":[%s]}".formatted(lease.formatted("b")));
        assertThat(client.leases().leases()).extracting(Lease::id).containsExactly("a", "b");
        assertThat(sidecar.last().target()).isEqualTo("/v1/leases?after=p2");
    }

    @Test
    void aPageThatNamesItselfDoesNotLoop() {
        sidecar.on("GET /v1/sstables", 200, Answers.sstablePage("", 0, "same"));
        Assertions.assertThatExceptionOfType(SidecarException.class)
                .isThrownBy(() -> client.allSstables(SstableQuery.of("ks", "t")).toList())
                .withMessageContaining("same");
        assertThat(sidecar.received()).hasSize(2);
    }

    @Test
    void snapshotsAreTakenListedAndDeleted() {
        String snapshot = """
                {"tag":"a+b","tables":[{"keyspace":"ks","table":"t"}],"managed":true,"bytes":10,"trueBytes":3,
                 "createdAt":"2026-01-02T03:04:05.123Z","leases":["l"]}""";
        sidecar.on("POST /v1/snapshots", 201, snapshot)
                .on("GET /v1/snapshots", 200, "{\"snapshots\":[%s]}".formatted(snapshot))
                .on("GET /v1/snapshots/a+b", 200, snapshot)
                .on("DELETE /v1/snapshots/a+b", 204, "");
        assertThat(client.createSnapshot(new SnapshotRequest("a+b", "ks", null, "6h", true))
                        .trueBytes())
                .isEqualTo(3);
        assertThat(sidecar.last().body())
                .isEqualTo("{\"tag\":\"a+b\",\"keyspace\":\"ks\",\"ttl\":\"6h\",\"skipFlush\":true}");
        assertThat(client.snapshots().snapshots()).hasSize(1);
        assertThat(client.snapshot("a+b").expiresAt()).isNull();
        assertThat(sidecar.last().target()).isEqualTo("/v1/snapshots/a%2Bb");
        client.deleteSnapshot("a+b", false);
        assertThat(sidecar.last().target()).isEqualTo("/v1/snapshots/a%2Bb");
        client.deleteSnapshot("a+b", true);
        assertThat(sidecar.last().target()).isEqualTo("/v1/snapshots/a%2Bb?force=true");
    }

    @Test
    void namesThatWouldReachAnotherAddressAreRefused() {
        for (String name : List.of("", ".", "..")) {
            assertThatIllegalArgumentException().isThrownBy(() -> client.deleteSnapshot(name, true));
        }
        sidecar.on("DELETE /v1/snapshots/../leases", 204, "");
        client.deleteSnapshot("../leases", false);
        assertThat(sidecar.last().target()).isEqualTo("/v1/snapshots/..%2Fleases");
    }

    @Test
    void manifestShowsThatItIsBeingMade() {
        sidecar.on("GET /v1/snapshots/tag/manifest", 202, Answers.MANIFEST_BUILDING);
        Manifest manifest = client.manifest("tag", "ks", "t", List.of("1:2"), 5, "n");
        assertThat(manifest.state()).isEqualTo(Manifest.State.BUILDING);
        assertThat(manifest.createdAt()).isEqualTo(Instant.parse("2026-01-02T03:04:05Z"));
        assertThat(sidecar.last().target())
                .isEqualTo("/v1/snapshots/tag/manifest?keyspace=ks&table=t&range=1%3A2&limit=5&after=n");
    }

    @Test
    void manifestPagesWaitUntilTheManifestIsReady() {
        String entry =
                "[{\"sstable\":%s,\"components\":[{\"name\":\"Data.db\",\"bytes\":1,\"crc32\":\"0000ffff\",\"checksumOrigin\":\"CASSANDRA\"}]}]"
                        .formatted(Answers.sstable("nb-1-big", "1", "2"));
        String line = "GET /v1/snapshots/tag/manifest";
        sidecar.on(line, 202, Answers.MANIFEST_BUILDING)
                .on(line, 202, Answers.MANIFEST_BUILDING)
                .on(line, 200, Answers.manifest("READY", entry, ",\"next\":\"n\""))
                .on(line, 200, Answers.manifest("READY", entry, ""));
        assertThat(client.manifestPages("tag", "ks", "t", List.of(), Duration.ofSeconds(30)))
                .hasSize(2)
                .allSatisfy(page -> assertThat(page.sstables()).hasSize(1));
        assertThat(sidecar.received()).hasSize(4);
    }

    @Test
    void manifestPagesAreAsLargeAsIsAskedFor() {
        sidecar.on("GET /v1/snapshots/tag/manifest", 200, Answers.manifest("READY", "[]", ""));
        assertThat(client.manifestPages("tag", "ks", "t", List.of(), 250, Duration.ofSeconds(30)))
                .hasSize(1);
        assertThat(sidecar.last().target()).contains("limit=250");
    }

    @Test
    void manifestPagesWaitNoLongerThanTheBound() {
        sidecar.on("GET /v1/snapshots/tag/manifest", 202, Answers.MANIFEST_BUILDING);
        Assertions.assertThatExceptionOfType(ManifestNotReadyException.class)
                .isThrownBy(() -> client.manifestPages("tag", "ks", "t", List.of(), Duration.ofMillis(60))
                        .toList())
                .withMessageContaining("10 of 20 bytes")
                .satisfies(
                        failure -> assertThat(failure.manifest().bytesHashed()).isEqualTo(10));
    }

    @Test
    void leasesAreGivenListedAndReleased() {
        String lease = "{\"id\":\"x\",\"tag\":\"tag\",\"expiresAt\":\"2026-01-02T03:04:05Z\",\"clearOnRelease\":true}";
        sidecar.on("PUT /v1/leases/x", 200, lease)
                .on("GET /v1/leases", 200, "{\"leases\":[%s]}".formatted(lease))
                .on("DELETE /v1/leases/x", 204, "");
        assertThat(client.lease("x", new LeaseRequest("tag", "6h", null)).clearOnRelease())
                .isTrue();
        assertThat(sidecar.last().body()).isEqualTo("{\"tag\":\"tag\",\"ttl\":\"6h\"}");
        assertThat(client.leases().leases()).hasSize(1);
        client.release("x");
        assertThat(sidecar.last().line()).isEqualTo("DELETE /v1/leases/x");
    }

    @Test
    void createTransferSendsTheIdempotencyKey() {
        sidecar.on("POST /v1/transfers", 202, Answers.TRANSFER);
        Transfer transfer = client.createTransfer(REQUEST, "key-1");
        assertThat(transfer.state()).isEqualTo(TransferState.PULLING);
        assertThat(transfer.request().ranges()).isNull();
        assertThat(sidecar.last().idempotencyKey()).isEqualTo("key-1");
        assertThat(sidecar.last().body())
                .isEqualTo(
                        "{\"sources\":[{\"uri\":\"http://10.0.0.1:9043\"}],\"tables\":[{\"keyspace\":\"ks\",\"table\":\"t\"}],"
                                + "\"ranges\":[\"-5:7\"],\"onPartialOverlap\":\"INCLUDE\",\"connectionsPerSource\":4}");
        client.createTransfer(REQUEST, null);
        assertThat(sidecar.last().idempotencyKey()).isNull();
    }

    @Test
    void planTransferAsksForADryRunAndCreateTransferRefusesOne() {
        sidecar.on("POST /v1/transfers", 200, """
                {"refused":true,"findings":[{"code":"SCHEMA_MISMATCH","severity":"REFUSE","subject":"ks.t","detail":"d",
                 "remedy":"r"}],"sstables":[],"bytesTotal":1,"filesTotal":2,"bytesRequired":3,"bytesFree":4}""");
        assertThat(client.planTransfer(REQUEST).sstables()).isEmpty();
        assertThat(sidecar.last().body()).endsWith("\"dryRun\":true}");
        TransferRequest dry = REQUEST.toBuilder().dryRun(true).build();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> client.createTransfer(dry, null))
                .withMessageContaining("planTransfer");
    }

    @Test
    void transfersAreListedShownAndCancelled() {
        String base = "/v1/transfers/" + Answers.TRANSFER_ID;
        sidecar.on("GET /v1/transfers", 200, "{\"transfers\":[%s]}".formatted(Answers.TRANSFER))
                .on("GET " + base, 200, Answers.TRANSFER)
                .on("POST " + base + "/cancel", 202, Answers.transfer("CANCELLING", null, ""))
                .on("GET " + base + "/sstables", 200, """
                        {"sstables":[{"sourceHostId":"h","keyspace":"ks","table":"t","name":"nb-1-big","bytes":1,
                         "state":"SOURCE_CORRUPT","reason":"r","attempts":2}],"total":1}""");
        assertThat(client.transfers(null, null).transfers()).hasSize(1);
        assertThat(sidecar.last().target()).isEqualTo("/v1/transfers");
        client.transfers(TransferState.FAILED, 5);
        assertThat(sidecar.last().target()).isEqualTo("/v1/transfers?state=FAILED&limit=5");
        assertThat(client.transfer(Answers.TRANSFER_ID).progress().etaSeconds()).isEqualTo(2);
        assertThat(client.transferSstables(Answers.TRANSFER_ID, 1, "a").total()).isEqualTo(1);
        assertThat(sidecar.last().target()).isEqualTo(base + "/sstables?limit=1&after=a");
        assertThat(client.allTransferSstables(Answers.TRANSFER_ID)).hasSize(1);
        assertThat(client.cancelTransfer(Answers.TRANSFER_ID).state()).isEqualTo(TransferState.CANCELLING);
        assertThat(sidecar.last().body()).isEmpty();
    }

    @Test
    void transfersArePausedAndResumed() {
        String base = "/v1/transfers/" + Answers.TRANSFER_ID;
        sidecar.on("POST " + base + "/pause", 200, Answers.transfer("PAUSED", null, ""))
                .on("POST " + base + "/resume", 200, Answers.transfer("QUEUED", null, ""));
        assertThat(client.pauseTransfer(Answers.TRANSFER_ID).state()).isEqualTo(TransferState.PAUSED);
        assertThat(client.resumeTransfer(Answers.TRANSFER_ID).state()).isEqualTo(TransferState.QUEUED);
        assertThat(sidecar.last().body()).isEmpty();
    }

    @Test
    void importSendsTheOptionsThatAreSet() {
        sidecar.on(
                "POST /v1/imports",
                200,
                "{\"directories\":[{\"directory\":\"/s/ks/t\",\"imported\":false,\"remainingFiles\":[\"nb-1-big-Data.db\"],\"reason\":\"r\"}],\"findings\":[]}");
        ImportOptions options = new ImportOptions(true, null, null, null, null, null, null, null, null, null);
        assertThat(client.importSstables(new ImportRequest("ks", "t", List.of("/s/ks/t"), options, null))
                        .directories())
                .hasSize(1);
        assertThat(sidecar.last().body())
                .isEqualTo(
                        "{\"keyspace\":\"ks\",\"table\":\"t\",\"directories\":[\"/s/ks/t\"],\"options\":{\"copyData\":true}}");
    }

    @Test
    void healthSaysDownWithoutFailing() {
        sidecar.on("GET /health/liveness", 200, "{\"up\":true,\"checks\":[]}")
                .on(
                        "GET /health/readiness",
                        503,
                        "{\"up\":false,\"checks\":[{\"name\":\"jmx\",\"up\":false,\"detail\":\"refused\"}]}");
        assertThat(client.liveness().up()).isTrue();
        assertThat(client.readiness().up()).isFalse();
        assertThat(client.readiness().checks()).extracting(Health.Check::name).containsExactly("jmx");
    }

    @Test
    void anotherSidecarIsReachedOverTheSameConnections() {
        try (FakeSidecar other = FakeSidecar.start()) {
            other.on("GET /v1/node", 200, Answers.NODE);
            assertThat(client.at(other.uri()).node().cluster()).isEqualTo("Ilium");
            assertThat(sidecar.received()).isEmpty();
        }
    }

    @Test
    void addressesThatCannotBeASidecarsAreRefused() {
        for (String address : List.of("ftp://h", "http:/path", "h:9043", "http://h?x=1", "http://u:p@h", "/v1")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SidecarClient.of(URI.create(address)))
                    .withMessageContaining(address)
                    .withMessageContaining("expected");
        }
        assertThat(SidecarClient.of(URI.create("HTTP://h:1/prefix//")).base()).hasToString("HTTP://h:1/prefix");
    }
}
