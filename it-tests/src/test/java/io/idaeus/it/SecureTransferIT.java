/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.node.DataDirectory;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarException;
import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.NodeSstables;
import io.idaeus.it.harness.process.Command;
import io.idaeus.it.harness.process.CommandResult;
import io.idaeus.it.harness.process.Workspace;
import io.idaeus.it.harness.rows.ComparableRows;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.rows.TextTable;
import io.idaeus.it.harness.sidecar.Authority;
import io.idaeus.it.harness.sidecar.Authority.Identity;
import io.idaeus.it.harness.sidecar.Pair;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Both planes of both sidecars under mTLS with lists of callers; two data directories and two staging roots on both
 * nodes; more SSTables than fit a command line.
 */
@Tag("core")
class SecureTransferIT {
    private static final Map<String, List<String>> CALLERS =
            Map.of("operator", List.of("CN=operator"), "peer", List.of("CN=source", "CN=destination"));

    // 150 directories with so long a name exceed nodetool's command-line limit of 96 KiB.
    private static final String LONG_NAME = "staged-under-a-name-of-some-length-".repeat(7);

    private static final int FLUSHES = 90;

    private static final TextTable TEXTS = new TextTable("shop", "texts", 4000, 8192);

    @TempDir
    private static Path certificates;

    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.two(Profile.TWO_DISKS);

    private static Pair pair;
    private static List<Path> stagingRoots;
    private static Path nodetoolCalls;
    private static Identity operator;
    private static Identity stranger;

    @BeforeAll
    static void start() throws Exception {
        Authority authority = new Authority(certificates);
        operator = authority.issue("CN=operator", "127.0.0.1");
        stranger = authority.issue("CN=stranger", "127.0.0.1");
        Path access = authority.accessList(CALLERS);
        stagingRoots = nodes.second().dataDirectories().stream()
                .map(data -> data.resolveSibling(data.getFileName() + "-staging")
                        .resolve(LONG_NAME)
                        .resolve(LONG_NAME))
                .toList();
        for (Path root : stagingRoots) {
            Files.createDirectories(root);
        }
        String nodetool = recordingNodetool().toString();
        pair = Pair.between(nodes.first(), nodes.second())
                .operator(operator)
                .sidecars(sidecar -> sidecar.set("access.list", access))
                .sourceSidecar(sidecar -> sidecar.identity(authority, "CN=source")
                        .set("control.addressFile", addressFile().toString()))
                .destinationSidecar(sidecar -> sidecar.identity(authority, "CN=destination")
                        .set("cassandra.nodetool", nodetool)
                        .set(
                                "staging.roots",
                                stagingRoots.stream().map(Path::toString).toList()))
                .start();
    }

    @AfterAll
    static void stop() {
        if (pair != null) {
            pair.close();
        }
    }

    @Test
    void manySstablesOfTwoDataDirectoriesArriveInOneImport() throws IOException {
        PayloadTable table = new PayloadTable("shop", "many", 4L * FLUSHES, 100);
        table.create(source().cql());
        table.create(destination().cql());
        for (int i = 0; i < FLUSHES; i++) {
            table.insert(source().cql(), LongStream.range(4L * i, 4L * i + 4));
            source().flush("shop", "many");
        }
        table.insert(source().cql());
        source().flush("shop", "many");
        assertThat(spread(source())).allSatisfy(count -> assertThat(count).isPositive());
        assertThat(pair.destinationClient().node().dataDirectories())
                .extracting(DataDirectory::stagingRoot)
                .doesNotContainNull();

        Transfer transfer = transfer(null);

        assertThat(transfer.outcome()).as("%s", transfer).isEqualTo(Transfer.Outcome.COMPLETE);
        assertThat(ComparableRows.withWriteTimes(source().cql(), "shop", "many")
                        .compareWith(ComparableRows.withWriteTimes(destination().cql(), "shop", "many"))
                        .requireSame())
                .isEqualTo(table.rows());
        assertThat(spread(destination())).allSatisfy(count -> assertThat(count).isPositive());
        assertStaged(transfer);
        assertOneImport(transfer.sstables().imported());
    }

    @Test
    void textWithoutCompressionTravelsCompressedAndResumesAfterAKill() {
        TEXTS.create(source().cql());
        TEXTS.create(destination().cql());
        TEXTS.insert(source().cql());
        source().flush("shop", "texts");
        SidecarClient client = pair.destinationClient();
        // The limit counts bytes on the network.
        String id = client.createTransfer(
                        pair.request(new TableRef("shop", "texts")).toBuilder()
                                .compression(TransferRequest.Compression.ZSTD)
                                .maxRate(2L << 20)
                                .build(),
                        null)
                .id();
        Awaitility.await("a part of the file has arrived")
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(50))
                .until(
                        () -> client.transfer(id).progress(),
                        progress -> progress.bytesFetched() > TEXTS.textBytes() / 4);

        pair.destinationSidecar().kill9();
        pair.destinationSidecar().start();
        client.limitTransfer(id, null);
        Transfer transfer = pair.await(id);

        assertThat(transfer.outcome()).as("%s", transfer).isEqualTo(Transfer.Outcome.COMPLETE);
        assertThat(transfer.progress().bytesResumed()).isBetween(TEXTS.textBytes() / 8, TEXTS.textBytes() - 1);
        assertThat(transfer.progress().bytesCompressed())
                .isBetween(
                        1L << 20,
                        transfer.progress().bytesTotal() - transfer.progress().bytesResumed());
        assertThat(transfer.progress().bytesCompressedTo())
                .isLessThan(transfer.progress().bytesCompressed() / 2);
        assertThat(ComparableRows.withWriteTimes(source().cql(), "shop", "texts")
                        .compareWith(ComparableRows.withWriteTimes(destination().cql(), "shop", "texts"))
                        .requireSame())
                .isEqualTo(TEXTS.rows());
    }

    /** Expects one directory for each SSTable over both roots, shaped for an import, and nothing else. */
    private static void assertStaged(Transfer transfer) throws IOException {
        List<String> staged = matches(
                pair.destinationSidecar().stateDirectory().resolve("plans").resolve(transfer.id() + ".json"),
                "\"directory\" ?: ?\"file://([^\"]+?)/?\"");
        assertThat(staged).hasSize(transfer.sstables().planned()).doesNotHaveDuplicates();
        assertThat(staged).allMatch(path -> path.matches(".*/shop/many-[0-9a-f]{32}"));
        for (Path root : stagingRoots) {
            assertThat(staged).anyMatch(path -> path.contains(root + "/" + transfer.id() + "/"));
            assertThat(root.resolve(transfer.id())).doesNotExist();
        }
        long bytes = staged.stream().mapToLong(path -> path.length() + 30L).sum();
        assertThat(bytes).as("what nodetool would be given").isGreaterThan(96 * 1024);
    }

    private static void assertOneImport(int sstables) throws IOException {
        Path log = destination().directory().resolve("logs").resolve("system.log");
        assertThat(matches(log, "(Loading new SSTables for shop/many: )")).hasSize(1);
        assertThat(matches(pair.destinationSidecar().log(), "shop.many import of (\\d+) directories: DONE"))
                .containsExactly(String.valueOf(sstables));
        assertThat(nodetoolCalls).doesNotExist();
    }

    // The image's health check presents no certificate; readiness needs none.
    @Test
    void theHealthCheckOfTheImageSpeaksTls() throws IOException {
        assertThat(ready(addressFile()).orThrow().stdout())
                .startsWith("HTTP/1.1 200")
                .contains("\"up\":true");

        int port = pair.sourceSidecar().restUri().getPort();
        Path wrong = Files.writeString(certificates.resolve("wrong-address"), "https://127.0.0.1:" + port + "\n");
        assertThat(ready(wrong).exitCode()).isEqualTo(1);
    }

    private static Path addressFile() {
        return certificates.resolve("source-address");
    }

    private static CommandResult ready(Path addressFile) {
        return Command.of(Workspace.docker().resolve("sidecar/ready").toString())
                .withEnvironment(Map.of("IDAEUS_CONTROL_ADDRESS_FILE", addressFile.toString()))
                .run();
    }

    @Test
    void anUnlistedCallerIsRefusedByNameOnBothPlanes() throws Exception {
        assertThatThrownBy(() -> client(pair.sourceSidecar(), stranger).node())
                .isInstanceOfSatisfying(SidecarException.class, e -> {
                    assertThat(e.problem().type()).isEqualTo(ProblemType.FORBIDDEN.uri());
                    assertThat(e.problem().detail()).contains("CN=stranger");
                });

        HttpResponse<String> refused = data(stranger);
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains(ProblemType.FORBIDDEN.uri(), "CN=stranger");
        assertThat(data(operator).statusCode()).isEqualTo(404);
    }

    @Test
    void aNodeOfAnotherClusterAtThePinnedAddressIsRefused() {
        Transfer transfer = transfer("another-cluster");

        assertThat(transfer.problem()).isNotNull();
        assertThat(transfer.problem().type()).isEqualTo(ProblemType.PEER_MISMATCH.uri());
        assertThat(transfer.problem().detail()).contains(source().clusterName(), "another-cluster");
    }

    /** Wraps nodetool to record its calls. There must be none: so many directories go over JMX. */
    private static Path recordingNodetool() throws IOException {
        nodetoolCalls = certificates.resolve("nodetool-calls");
        Path script = certificates.resolve("nodetool");
        Files.writeString(
                script,
                "#!/bin/sh\necho \"$*\" >> '%s'\nexec '%s' \"$@\"\n"
                        .formatted(nodetoolCalls, destination().nodetoolScript()));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        return script;
    }

    private static Transfer transfer(String cluster) {
        TransferRequest request = pair.request(new TableRef("shop", "many"));
        String uri = request.sources().get(0).uri();
        return pair.transfer(request.toBuilder()
                .sources(List.of(new SourceRef(uri, null, cluster, null)))
                .build());
    }

    private static SidecarClient client(SidecarProcess sidecar, Identity identity) {
        return SidecarClient.builder(sidecar.restUri()).tls(identity.ssl()).build();
    }

    private static HttpResponse<String> data(Identity identity) throws IOException, InterruptedException {
        InetSocketAddress address = pair.sourceSidecar().dataPlane();
        URI uri = URI.create("https://" + address.getHostString() + ":" + address.getPort()
                + "/data/v1/snapshots/none/shop/many/nb-1-big/Data.db");
        return HttpClient.newBuilder()
                .sslContext(identity.ssl())
                .version(HttpClient.Version.HTTP_1_1)
                .build()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** The table's SSTables in each data directory. */
    private static List<Integer> spread(CassandraNode node) {
        List<Path> directories = node.tableDirectories("shop", "many");
        assertThat(directories).hasSize(2);
        return directories.stream()
                .map(directory -> NodeSstables.in(directory).size())
                .toList();
    }

    private static List<String> matches(Path file, String pattern) throws IOException {
        return Pattern.compile(pattern)
                .matcher(Files.readString(file))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    private static CassandraNode source() {
        return nodes.first();
    }

    private static CassandraNode destination() {
        return nodes.second();
    }
}
