/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.sidecar.WireNames;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigFileTest {
    private static final List<String> PAGES = List.of("configuration.md", "configuration-transfers.md");

    @TempDir
    Path directory;

    Path pem;
    Path password;

    @BeforeEach
    void writeFiles() throws IOException {
        pem = Files.writeString(directory.resolve("some.pem"), "pem");
        password = Files.writeString(directory.resolve("password"), "from file\n");
    }

    @Test
    void everythingHasASensibleDefault() throws Exception {
        SidecarConfig config = ConfigFile.read(null, Map.of()).config();

        assertThat(config)
                .isEqualTo(new SidecarConfig(
                        new CassandraConfig(
                                new Endpoint("127.0.0.1", 7199, null, null, false),
                                new Endpoint("127.0.0.1", 9042, null, null, false),
                                new RoleConfig(false, null),
                                new RoleConfig(false, null),
                                null,
                                CassandraConfig.Importer.JMX,
                                Duration.ofMillis(1500),
                                Duration.ofSeconds(30),
                                Duration.ofMinutes(5),
                                Duration.ofHours(1),
                                null,
                                Duration.ofMinutes(5)),
                        new ControlConfig(
                                "127.0.0.1", 9043, null, 1 << 20, 256, 64, 128, 32, Duration.ofSeconds(10), null),
                        new DataConfig(
                                "127.0.0.1",
                                9044,
                                "127.0.0.1",
                                Runtime.getRuntime().availableProcessors(),
                                256,
                                64,
                                256,
                                64,
                                Duration.ofSeconds(10),
                                1 << 20,
                                Duration.ofSeconds(60),
                                Duration.ofSeconds(30),
                                64 << 10,
                                0,
                                true,
                                true,
                                true,
                                Duration.ofSeconds(30)),
                        null,
                        new AccessConfig(null, null, Duration.ofSeconds(10)),
                        new AuditConfig(null, 64 << 20, 10, false, false),
                        false,
                        new PeersConfig(List.of(), true, 9043, 9044, true),
                        new KeyspacesConfig(List.of(), List.of()),
                        new QuotasConfig(
                                500,
                                1000,
                                200,
                                10_000,
                                5000,
                                1000,
                                500_000,
                                2000,
                                10_000,
                                Duration.ofDays(90),
                                50,
                                Duration.ofDays(365),
                                50,
                                Duration.ofDays(365)),
                        Path.of("/var/lib/idaeus"),
                        new StagingConfig(List.of(), 0.1, Duration.ofDays(7)),
                        new SnapshotsConfig(Duration.ofHours(6), Duration.ofMinutes(1), 0.05, Duration.ofMinutes(30)),
                        new TransfersConfig(
                                2,
                                4,
                                true,
                                16,
                                Math.min(16, Runtime.getRuntime().availableProcessors()),
                                1 << 20,
                                32,
                                16 << 20,
                                true,
                                56 << 20,
                                true,
                                true,
                                0,
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(30),
                                Duration.ofHours(6),
                                Duration.ofHours(1),
                                100,
                                Duration.ofHours(6),
                                TransferRequest.Compression.OFF),
                        new AdaptiveConfig(null, null, null, null, null, Duration.ofSeconds(5)),
                        new LogConfig(LogConfig.Format.TEXT)));
    }

    @Test
    void everyKeyReachesItsComponent() throws Exception {
        SidecarConfig config =
                read("""
                cassandra:
                  jmx: {host: jmx.example, port: 7299, user: j, password: secret, insecure: true}
                  cql:
                    host: cql.example
                    port: 9142
                    user: c
                    passwordFile: %s
                    tls: {trust: %s, certificate: %s, key: %s, keyPasswordFile: %s}
                  rows: {read: true, user: r, password: own}
                  clones: {accept: true, user: m, password: too}
                  nodetool: /bin/sh
                  importer: jmx
                  responseTimeout: 1s
                  operationTimeout: 10s
                  snapshotTimeout: 2m
                  importTimeout: 3h
                  lifecycle: /usr/local/bin/cassandra-lifecycle
                  lifecycleTimeout: 7m
                control:
                  host: 10.0.0.1
                  port: 0
                  healthHost: 10.0.0.2
                  healthPort: 9045
                  maxRequestSize: 64KiB
                  maxConnections: 11
                  maxConnectionsPerAddress: 12
                  maxUnauthenticated: 13
                  maxUnauthenticatedPerAddress: 14
                  requestTimeout: 15s
                  addressFile: /run/address
                data:
                  host: 0.0.0.0
                  port: 1
                  advertisedHost: node1.example
                  threads: 5
                  maxConnections: 7
                  maxConnectionsPerAddress: 3
                  maxUnauthenticated: 8
                  maxUnauthenticatedPerAddress: 9
                  requestTimeout: 4s
                  segmentSize: 256KiB
                  idleTimeout: 5s
                  minRateWindow: 6s
                  minRate: 2KiB/s
                  maxRate: 200MiB/s
                  readAhead: false
                  dropPageCache: false
                  warmUp: false
                  drainTimeout: 500ms
                tls:
                  certificate: %s
                  key: %s
                  keyPasswordFile: %s
                  trust: %s
                  crl: %s
                  reloadInterval: 30s
                access:
                  list: %s
                  tokens: {keys: "https://idp/keys", issuer: idp, audience: sidecars}
                  reloadInterval: 20s
                audit: {file: /var/log/idaeus/audit.jsonl, maxFileSize: 1MiB, maxFiles: 3, log: true, strict: true}
                insecure: true
                peers: {allow: [10.0.0.2, "node2:9043", "[::1]:9043", 10.0.0.0/8], allowRing: false, ringPort: 1, dataPort: 2, allowLoopback: true}
                keyspaces: {allow: [shop, "bank_*"], deny: ["bank_s?cret"]}
                quotas:
                  requestRate: 1
                  eventStreams: 2
                  eventStreamsPerCaller: 3
                  leases: 4
                  leasesPerCaller: 5
                  manifests: 6
                  manifestSstables: 7
                  unfinishedTransfers: 8
                  endedTransfers: 9
                  endedTransfersFor: 10d
                  endedPlans: 11
                  endedPlansFor: 12d
                  endedComparisons: 13
                  endedComparisonsFor: 14d
                stateDirectory: /srv/idaeus
                staging: {roots: [/d1/staging, /d2/staging], headroom: 25%%, retention: 2d}
                snapshots: {leaseTtl: 1h, reaperInterval: 5s, lowSpaceThreshold: 10%%, lowSpaceLeaseTtl: 2h}
                transfers:
                  maxConcurrent: 1
                  connectionsPerSource: 8
                  adaptConnections: false
                  maxConnectionsPerPeer: 9
                  threads: 3
                  receiveBufferSize: 2MiB
                  maxConnections: 5
                  pieceSize: 8MiB
                  directIo: false
                  directIoMemory: 16MiB
                  preallocate: false
                  dropPageCache: false
                  maxRate: 300MiB/s
                  connectTimeout: 2s
                  peerTimeout: 7s
                  leaseTtl: 8m
                  retryFor: 9m
                  maxPendingCompactions: 7
                  manifestTimeout: 10m
                  compression: zstd
                adaptive: {maxPendingCompactions: 50, maxReadLatency: 20ms, maxDroppedMessages: 3, sampleInterval: 2s}
                log: {format: json}
                """.formatted(password, pem, pem, pem, password, pem, pem, password, pem, pem, pem));

        assertThat(config)
                .isEqualTo(new SidecarConfig(
                        new CassandraConfig(
                                new Endpoint("jmx.example", 7299, new Credentials("j", "secret"), null, true),
                                new Endpoint(
                                        "cql.example",
                                        9142,
                                        new Credentials("c", "from file"),
                                        new CassandraTls(pem, pem, pem, password),
                                        false),
                                new RoleConfig(true, new Credentials("r", "own")),
                                new RoleConfig(true, new Credentials("m", "too")),
                                Path.of("/bin/sh"),
                                CassandraConfig.Importer.JMX,
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(10),
                                Duration.ofMinutes(2),
                                Duration.ofHours(3),
                                Path.of("/usr/local/bin/cassandra-lifecycle"),
                                Duration.ofMinutes(7)),
                        new ControlConfig(
                                "10.0.0.1",
                                0,
                                new ControlConfig.HealthListener("10.0.0.2", 9045),
                                64 << 10,
                                11,
                                12,
                                13,
                                14,
                                Duration.ofSeconds(15),
                                Path.of("/run/address")),
                        new DataConfig(
                                "0.0.0.0",
                                1,
                                "node1.example",
                                5,
                                7,
                                3,
                                8,
                                9,
                                Duration.ofSeconds(4),
                                256 << 10,
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(6),
                                2 << 10,
                                200 << 20,
                                false,
                                false,
                                false,
                                Duration.ofMillis(500)),
                        new TlsConfig(new TlsPaths(pem, pem, password, pem, pem), Duration.ofSeconds(30)),
                        new AccessConfig(
                                pem,
                                new AccessConfig.Tokens(URI.create("https://idp/keys"), "idp", "sidecars"),
                                Duration.ofSeconds(20)),
                        new AuditConfig(Path.of("/var/log/idaeus/audit.jsonl"), 1 << 20, 3, true, true),
                        true,
                        new PeersConfig(
                                List.of("10.0.0.2", "node2:9043", "[::1]:9043", "10.0.0.0/8"), false, 1, 2, true),
                        new KeyspacesConfig(List.of("shop", "bank_*"), List.of("bank_s?cret")),
                        new QuotasConfig(
                                1,
                                2,
                                3,
                                4,
                                5,
                                6,
                                7,
                                8,
                                9,
                                Duration.ofDays(10),
                                11,
                                Duration.ofDays(12),
                                13,
                                Duration.ofDays(14)),
                        Path.of("/srv/idaeus"),
                        new StagingConfig(
                                List.of(Path.of("/d1/staging"), Path.of("/d2/staging")), 0.25, Duration.ofDays(2)),
                        new SnapshotsConfig(Duration.ofHours(1), Duration.ofSeconds(5), 0.1, Duration.ofHours(2)),
                        new TransfersConfig(
                                1,
                                8,
                                false,
                                9,
                                3,
                                2 << 20,
                                5,
                                8 << 20,
                                false,
                                16 << 20,
                                false,
                                false,
                                300 << 20,
                                Duration.ofSeconds(2),
                                Duration.ofSeconds(7),
                                Duration.ofMinutes(8),
                                Duration.ofMinutes(9),
                                7,
                                Duration.ofMinutes(10),
                                TransferRequest.Compression.ZSTD),
                        new AdaptiveConfig(null, null, 50, Duration.ofMillis(20), 3, Duration.ofSeconds(2)),
                        new LogConfig(LogConfig.Format.JSON)));
    }

    @Test
    void adaptiveLimitsReachTheirComponents() throws Exception {
        SidecarConfig config = read("""
                adaptive:
                  sendFloor: 64KiB/s
                  sendCeiling: 2MiB/s
                  receiveFloor: 3MiB/s
                  receiveCeiling: 3MiB/s
                  maxDroppedMessages: 0
                """);

        assertThat(config.adaptive())
                .isEqualTo(new AdaptiveConfig(
                        new AdaptiveConfig.Range(64 << 10, 2 << 20),
                        new AdaptiveConfig.Range(3 << 20, 3 << 20),
                        null,
                        null,
                        0,
                        Duration.ofSeconds(5)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sendFloor: 2MiB/s | adaptive.sendCeiling",
                "receiveCeiling: 2MiB/s | adaptive.receiveFloor",
                "sendFloor: 2MiB/s, sendCeiling: 1MiB/s, maxDroppedMessages: 1 | adaptive.sendFloor",
                "sendFloor: 1MiB/s, sendCeiling: 2MiB/s | adaptive.maxPendingCompactions",
                "sendFloor: 0MiB/s, sendCeiling: 2MiB/s, maxDroppedMessages: 1 | adaptive.sendFloor",
                "sendFloor: 1KiB/s, sendCeiling: 2MiB/s, maxDroppedMessages: 1 | adaptive.sendFloor",
                "maxPendingCompactions: -1 | adaptive.maxPendingCompactions",
                "maxReadLatency: 0ms | adaptive.maxReadLatency",
                "sampleInterval: 0s | adaptive.sampleInterval",
                "floor: 1MiB/s | adaptive.floor"
            })
    void badAdaptiveLimitsAreRefusedByName(String keys, String named) {
        assertThatThrownBy(() -> read("adaptive: {" + keys + "}")).hasMessageContaining(named);
    }

    @ParameterizedTest
    @CsvSource({"data, send", "transfers, receive"})
    void aDirectionIsAdaptiveOrHasARate(String section, String direction) {
        assertThatThrownBy(() -> read("""
                %s: {maxRate: 1MiB/s}
                adaptive: {%2$sFloor: 1MiB/s, %2$sCeiling: 2MiB/s, maxDroppedMessages: 1}
                """.formatted(section, direction)))
                .hasMessageContaining("adaptive." + direction + "Ceiling")
                .hasMessageContaining(section + ".maxRate");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "control: {host: 10.0.0.1}",
                "control: {host: 0.0.0.0}",
                "control: {host: 10.0.0.1}, data: {host: 10.0.0.1}"
            })
    void nobodyMayHaveCassandraRestartedWhoWasNotAskedWhoTheyAre(String planes) {
        String lifecycle = "{insecure: true, cassandra: {lifecycle: /bin/true}, " + planes;

        assertThatThrownBy(() -> read(lifecycle + "}"))
                .hasMessageContaining("cassandra.lifecycle")
                .hasMessageContaining("access.tokens");
        assertThatCode(() -> read("{insecure: true, " + planes + "}")).doesNotThrowAnyException();
        assertThatCode(() -> read(lifecycle + ", access: {list: " + pem + ", tokens: {keys: \"https://idp/k\", issuer:"
                        + " idp}}}"))
                .doesNotThrowAnyException();
        assertThatCode(() -> read("{insecure: true, cassandra: {lifecycle: /bin/true}, data: {host: 10.0.0.1}}"))
                .doesNotThrowAnyException();
    }

    @Test
    void callersThatAreAskedWhoTheyAreAreRecordedByDefault() throws Exception {
        String tls = "tls: {certificate: %s, key: %s, trust: %s}%n".formatted(pem, pem, pem);
        Path byDefault = Path.of("/srv/audit/audit.jsonl");

        assertThat(read("stateDirectory: /srv").audit().file()).isNull();
        assertThat(read(tls + "stateDirectory: /srv").audit().file()).isEqualTo(byDefault);
        assertThat(read("insecure: true\ncontrol: {host: 0.0.0.0}\nstateDirectory: /srv")
                        .audit()
                        .file())
                .isEqualTo(byDefault);
        assertThat(read("audit: {strict: true}\nstateDirectory: /srv").audit().file())
                .isEqualTo(byDefault);
        assertThat(read(tls + "audit: {file: none, log: true}").audit())
                .isEqualTo(new AuditConfig(null, 64 << 20, 10, true, false));
    }

    @Test
    void strictnessNeedsAFile() {
        assertThat(refusals("audit: {file: none, strict: true}"))
                .singleElement()
                .asString()
                .contains("audit.strict");
        assertThat(refusals("audit: {file: relative, maxFiles: 1}")).hasSize(2);
    }

    @Test
    void theMappingTestAboveCoversEveryKey() {
        // When this fails, a key was added: add it to the two tests above and to a page of PAGES.
        assertThat(keys()).hasSize(140);
    }

    @Test
    void everyKeyIsDocumentedWithItsVariable() throws IOException {
        List<String> rows = documentedRows();

        for (String key : keys()) {
            assertThat(rows)
                    .filteredOn(row -> row.startsWith("| `" + key + "` |"))
                    .singleElement()
                    .asString()
                    .contains("| `" + ConfigReader.variable(key) + "` |");
        }
    }

    @Test
    void everyDocumentedKeyExists() throws IOException {
        for (String row : documentedRows()) {
            assertThat(keys()).contains(row.substring(3, row.indexOf('`', 3)));
        }
    }

    @Test
    void namesOfKeysAndVariablesDoNotChangeUnnoticed() throws IOException {
        WireNames.assertCommitted(
                "configuration-keys",
                keys().stream()
                        .map(key -> key + " " + ConfigReader.variable(key))
                        .toList());
    }

    @Test
    void theEnvironmentOverridesTheFile() throws Exception {
        Path file = write("control: {port: 1}\nstaging: {roots: [/a]}");

        SidecarConfig config = ConfigFile.read(
                        file,
                        Map.of(
                                "IDAEUS_CONTROL_PORT", "2",
                                "IDAEUS_STAGING_ROOTS", "/b; /c",
                                "IDAEUS_CASSANDRA_JMX_USER", "u",
                                "IDAEUS_CASSANDRA_JMX_PASSWORD", "p",
                                "IDAEUS_STATE_DIRECTORY", "/s"))
                .config();

        assertThat(config.control().port()).isEqualTo(2);
        assertThat(config.staging().roots()).containsExactly(Path.of("/b"), Path.of("/c"));
        assertThat(config.cassandra().jmx().credentials()).isEqualTo(new Credentials("u", "p"));
        assertThat(config.stateDirectory()).isEqualTo(Path.of("/s"));
    }

    @Test
    void tlsCanComeFromTheEnvironmentAlone() throws Exception {
        SidecarConfig config = ConfigFile.read(
                        null,
                        Map.of(
                                "IDAEUS_TLS_CERTIFICATE", pem.toString(),
                                "IDAEUS_TLS_KEY", pem.toString(),
                                "IDAEUS_TLS_TRUST", pem.toString(),
                                "IDAEUS_CONTROL_HOST", "0.0.0.0"))
                .config();

        assertThat(config.tls())
                .isEqualTo(new TlsConfig(new TlsPaths(pem, pem, null, pem, null), Duration.ofSeconds(10)));
        assertThat(config.exposed()).isFalse();
    }

    @Test
    void aStrayVariableIsAWarning() throws Exception {
        assertThat(ConfigFile.read(null, Map.of("IDAEUS_CONTROL_PROT", "1", "IDAEUS_CONFIG", "/c", "HOME", "/"))
                        .warnings())
                .containsExactly(
                        "IDAEUS_CONTROL_PROT matches no configuration key and has no effect; did you mean IDAEUS_CONTROL_PORT?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "AUTO"})
    void compressionAutoIsReadAsOffWithAWarning(String auto) throws Exception {
        ConfigFile fromFile = ConfigFile.read(
                Files.writeString(directory.resolve("auto.yaml"), "transfers: {compression: %s}\n".formatted(auto)),
                Map.of());
        ConfigFile fromEnvironment = ConfigFile.read(null, Map.of("IDAEUS_TRANSFERS_COMPRESSION", auto));

        assertThat(fromFile.config().transfers().compression()).isEqualTo(TransferRequest.Compression.OFF);
        assertThat(fromFile.warnings())
                .containsExactly("transfers.compression: \"auto\" is no longer supported and means off; set zstd to"
                        + " compress files, or off");
        assertThat(fromEnvironment.config().transfers().compression()).isEqualTo(TransferRequest.Compression.OFF);
        assertThat(fromEnvironment.warnings())
                .containsExactly("transfers.compression (from IDAEUS_TRANSFERS_COMPRESSION): \"auto\" is no longer"
                        + " supported and means off; set zstd to compress files, or off");
    }

    @Test
    void aPasswordIsNotShown() throws Exception {
        assertThat(read("cassandra: {jmx: {user: u, password: hunter2}}").toString())
                .contains("u:***")
                .doesNotContain("hunter2");
    }

    @Test
    void everyProblemIsReportedAtOnce() {
        assertRefused(
                """
                control: {prot: 1, port: 70000}
                data: {idleTimeout: 30, segmentSize: 1}
                casandra: {}
                staging: {roots: relative, headroom: 0.1}
                """,
                "casandra: unknown key; did you mean cassandra?",
                "control.prot: unknown key; did you mean control.port?",
                "control.port: found \"70000\", expected a port, 0 to 65535",
                "data.segmentSize: found \"1\", expected a size, 64KiB to 64MiB, for instance 64KiB or 1MiB",
                "data.idleTimeout: found \"30\", expected a time above zero, for instance 500ms, 30s, 5m, 6h or 2d",
                "staging.roots: found \"relative\", expected a list, each item an absolute path",
                "staging.headroom: found \"0.1\", expected a share, 0% to 100%");
    }

    @Test
    void valuesOfTheWrongShapeAreRefused() {
        assertRefused(
                """
                control: 9043
                insecure: yes please
                data: {port: [1]}
                cassandra: {importer: sstableloader, jmx: {user: {a: b}}}
                peers: {allow: [{a: b}, "bad host", "host:0", null]}
                keyspaces: {deny: ["a-b"]}
                tls: []
                stateDirectory: state
                """,
                "control: found text, expected a mapping of keys",
                "cassandra.importer: found \"sstableloader\", expected nodetool or jmx",
                "cassandra.jmx.user: found a mapping, expected text",
                "data.port: found a list, expected a port, 0 to 65535",
                "tls: found a list, expected a mapping of keys",
                "insecure: found \"yes please\", expected true or false",
                "peers.allow[0]: found a mapping, expected a host, an address or a network such as"
                        + " 10.0.0.0/8, with :port or without",
                "peers.allow[1]: found \"bad host\", expected a host, an address or a network such as"
                        + " 10.0.0.0/8, with :port or without",
                "peers.allow[2]: found \"host:0\", expected a host, an address or a network such as"
                        + " 10.0.0.0/8, with :port or without",
                "peers.allow[3]: found nothing, expected a host, an address or a network such as"
                        + " 10.0.0.0/8, with :port or without",
                "keyspaces.deny[0]: found \"a-b\", expected a keyspace, or several such as shop_*",
                "stateDirectory: found \"state\", expected an absolute path");
    }

    @Test
    void aLeaseIsNeitherOverBeforeItIsRenewedNorLongerThanASourceGives() {
        assertRefused(
                "{snapshots: {leaseTtl: 31d}, transfers: {leaseTtl: 5ms}}",
                "snapshots.leaseTtl: found \"31d\", expected a time, 10s to 30d, for instance 30m or 6h",
                "transfers.leaseTtl: found \"5ms\", expected a time, 10s to 30d, for instance 30m or 6h");
    }

    @Test
    void theEndsOfABoundAreWithinIt() throws Exception {
        SidecarConfig config = read("{snapshots: {leaseTtl: 30d}, transfers: {leaseTtl: 10s}}");

        assertThat(config.snapshots().leaseTtl()).isEqualTo(Duration.ofDays(30));
        assertThat(config.transfers().leaseTtl()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void quantitiesThatOverflowAreRefused() {
        assertRefused(
                "data: {idleTimeout: 999999999999999d, segmentSize: 999999999999999TiB, minRateWindow: 1x, minRate: 1MiB}",
                "data.segmentSize: found \"999999999999999TiB\", expected a size, 64KiB to 64MiB, for instance 64KiB or 1MiB",
                "data.idleTimeout: found \"999999999999999d\", expected a time above zero, for instance 500ms, 30s, 5m,"
                        + " 6h or 2d",
                "data.minRateWindow: found \"1x\", expected a time above zero, for instance 500ms, 30s, 5m, 6h or 2d",
                "data.minRate: found \"1MiB\", expected bytes a second, for instance 100MiB/s");
    }

    @Test
    void credentialsAreWholeOrAbsent() {
        assertRefused(
                """
                cassandra:
                  jmx: {user: u}
                  cql: {password: p, passwordFile: /nowhere/password}
                """,
                "cassandra.jmx.user: found \"u\", expected password or passwordFile beside it",
                "cassandra.cql.passwordFile: found \"/nowhere/password\", expected either password or passwordFile, not"
                        + " both",
                "cassandra.cql.passwordFile: found \"/nowhere/password\", expected a file that this user can read"
                        + " (java.nio.file.NoSuchFileException: /nowhere/password)");
    }

    @Test
    void rowsAreReadByARoleOfTheirOwn() throws Exception {
        assertRefused(
                "cassandra: {cql: {user: u, password: p}, rows: {read: true}}",
                "cassandra.rows.read: found \"true\", expected user and passwordFile beside it: a role that may SELECT the"
                        + " tables to compare");
        assertRefused(
                "cassandra: {cql: {host: 192.0.2.1}, rows: {read: true, user: r, password: p}}",
                "cassandra.rows.user: found \"r\", expected TLS to cassandra.cql.host, which is another machine: set"
                        + " cassandra.cql.tls.trust, or cassandra.cql.insecure: true where nobody else can read that network");
        SidecarConfig config =
                read("cassandra: {cql: {host: 192.0.2.1, insecure: true}, rows: {read: true, user: r, password: p}}");
        assertThat(config.cassandra().rows()).isEqualTo(new RoleConfig(true, new Credentials("r", "p")));
    }

    @Test
    void theSchemaIsChangedByARoleOfItsOwn() {
        assertRefused(
                "cassandra: {cql: {user: u, password: p}, clones: {accept: true}}",
                "cassandra.clones.accept: found \"true\", expected user and passwordFile beside it: a role that may CREATE and"
                        + " ALTER what is cloned, and MODIFY what is truncated");
    }

    @ParameterizedTest
    @CsvSource({"jmx, 192.0.2.1", "cql, 192.0.2.1", "cql, node1.invalid", "jmx, 0.0.0.0"})
    void aPasswordLeavesThisMachineOnlyOverTlsOrByName(String service, String host) throws Exception {
        String open = "cassandra: {%s: {host: %s, user: u, password: p%s}}";
        assertRefused(
                open.formatted(service, host, ""),
                ("cassandra.%s.host: found \"%s\", expected a loopback address or another one of this machine, since the"
                                + " password would cross a network in plain text. Set tls.trust beside it, or insecure:"
                                + " true where nobody else can read that network")
                        .formatted(service, host));
        assertThat(exposes(service, open.formatted(service, host, ", insecure: true")))
                .isTrue();
        assertThat(exposes(service, open.formatted(service, host, ", tls: {trust: " + pem + "}")))
                .isFalse();
        assertThat(exposes(service, "cassandra: {%s: {host: %s}}".formatted(service, host)))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1", "127.20.3.4", "'\"::1\"'", "localhost"})
    void aPasswordMayCrossLoopback(String host) throws Exception {
        assertThat(exposes("cql", "cassandra: {cql: {host: %s, user: u, password: p}}".formatted(host)))
                .isFalse();
    }

    private boolean exposes(String service, String yaml) throws Exception {
        CassandraConfig cassandra = read(yaml).cassandra();
        return (service.equals("jmx") ? cassandra.jmx() : cassandra.cql()).exposesPassword();
    }

    @Test
    void tlsToCassandraNeedsTrustAndACertificateNeedsItsKey() {
        assertRefused(
                "cassandra: {cql: {tls: {certificate: %s}}, jmx: {tls: {trust: %s, keyPasswordFile: %s}}}"
                        .formatted(pem, pem, password),
                "cassandra.jmx.tls.certificate: found nothing, expected certificate and key together, or neither",
                "cassandra.jmx.tls.key: found nothing, expected certificate and key together, or neither",
                "cassandra.cql.tls.trust: found nothing, expected the issuers of Cassandra's certificate",
                "cassandra.cql.tls.key: found nothing, expected certificate and key together, or neither");
    }

    @Test
    void nodetoolAsTheImporterNeedsItsPath() {
        assertRefused(
                "cassandra: {importer: nodetool}",
                "cassandra.importer: found \"nodetool\", expected cassandra.nodetool beside it: the path of the nodetool"
                        + " script");
    }

    @Test
    void nodetoolIsTheImporterOnceItsPathIsKnown() throws Exception {
        assertThat(read("cassandra: {nodetool: /bin/sh}").cassandra().importer())
                .isEqualTo(CassandraConfig.Importer.NODETOOL);
    }

    @Test
    void listeningBeyondLoopbackNeedsTlsOrAnExplicitWord() throws Exception {
        String open = "control: {host: 0.0.0.0}\ndata: {advertisedHost: node1.example, host: 192.0.2.1}\n";

        assertThat(refusals(open)).hasSize(2).allSatisfy(problem -> assertThat(problem)
                .contains("expected a loopback address", "insecure: true"));
        assertThat(read(open + "insecure: true").exposed()).isTrue();
        assertThat(read("control: {host: localhost}\ndata: {host: 127.0.0.9}").exposed())
                .isFalse();
    }

    @Test
    void aWildcardCannotBeAdvertised() {
        assertRefused(
                "data: {host: 0.0.0.0}\ninsecure: true",
                "data.advertisedHost: found \"0.0.0.0\", expected the name or address by which peers reach this sidecar");
    }

    @Test
    void anAccessListNeedsCallersWhoSayWhoTheyAre() {
        assertRefused(
                "access: {list: %s}".formatted(pem),
                "access.list: found \"" + pem
                        + "\", expected TLS (tls.certificate, tls.key, tls.trust) or access.tokens"
                        + " beside it: without them callers do not authenticate");
        assertRefused(
                "access: {tokens: {keys: \"http://idp.example.org/keys\"}}",
                "access.tokens.keys: found \"http://idp.example.org/keys\", expected the absolute path of a file, or an https"
                        + " URL, with a JWK set, for instance https://idp.example.org/.well-known/jwks.json",
                "access.tokens.issuer: found nothing, expected keys and issuer together: the iss of the tokens");
        assertRefused(
                "access: {tokens: {keys: %s, issuer: idp}}".formatted(pem),
                "access.list: found nothing, expected the file that grants roles to those whom tokens name");
    }

    @Test
    void tlsIsMutualOrAbsent() {
        assertRefused(
                "tls: {certificate: %s, key: /nowhere/key.pem}".formatted(pem),
                "tls.key: found \"/nowhere/key.pem\", expected the absolute path of a file that this user can read",
                "tls.trust: found nothing, expected certificate, key and trust together: TLS here is mutual");
    }

    @Test
    void brokenYamlIsRefusedWithItsPlace() {
        assertThat(refusals("control:\n  port: [1")).singleElement().satisfies(problem -> assertThat(problem)
                .startsWith("line 2, column")
                .doesNotContain("\n"));
        assertThat(refusals("insecure: true\ninsecure: false")).singleElement().satisfies(problem -> assertThat(problem)
                .contains("Duplicate field 'insecure'"));
        assertThat(refusals("just text")).containsExactly("the file: found text, expected a mapping of keys");
    }

    @Test
    void anEmptyFileMeansDefaults() throws Exception {
        assertThat(read("# nothing\n"))
                .isEqualTo(ConfigFile.read(null, Map.of()).config());
        assertThat(read("control:\n")).isEqualTo(ConfigFile.read(null, Map.of()).config());
    }

    @Test
    void aMissingFileIsRefusedByName() {
        Path missing = directory.resolve("missing.yaml");

        ConfigException refusal = catchThrowableOfType(ConfigException.class, () -> ConfigFile.read(missing, Map.of()));

        assertThat(refusal).hasMessage(missing + ":\n  no such file");
    }

    @Test
    void aNodetoolThatIsNotThereYetIsNoReasonToRefuse() throws Exception {
        assertThat(read("cassandra: {nodetool: /usr/bin/no-such-nodetool}")
                        .cassandra()
                        .nodetool())
                .isEqualTo(Path.of("/usr/bin/no-such-nodetool"));
    }

    @Test
    void aStagingRootBelowADataDirectoryIsRefused() throws Exception {
        Path data = Files.createDirectories(directory.resolve("data"));
        Files.createDirectories(data.resolve("system/local-7ad54392bcdd35a684174e047860b377"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), data);

        for (Path root : List.of(data, data.resolve("staging"), link.resolve("a/b"))) {
            assertThat(refusals("staging: {roots: [%s]}".formatted(root)))
                    .singleElement()
                    .asString()
                    .startsWith("staging.roots: found \"" + root + "\"")
                    .contains("outside of Cassandra's data directories, of which " + data + " is one");
        }
        assertThat(read("staging: {roots: [%s]}".formatted(directory.resolve("staging")))
                        .staging()
                        .roots())
                .hasSize(1);
    }

    @Test
    void variablesOfTheCommandAreNoneOfTheSidecarsBusiness() throws Exception {
        assertThat(ConfigFile.read(null, Map.of("IDAEUS_URL", "http://a:1", "IDAEUS_CERT", "/c"))
                        .warnings())
                .isEmpty();
    }

    @Test
    void noWarningSuggestsToSwitchProtectionOff() throws Exception {
        assertThat(ConfigFile.read(null, Map.of("IDAEUS_INSECUR", "true")).warnings())
                .singleElement()
                .asString()
                .contains("IDAEUS_INSECUR matches no configuration key")
                .doesNotContain("IDAEUS_INSECURE");
    }

    private static List<String> documentedRows() throws IOException {
        List<String> rows = new ArrayList<>();
        for (String page : PAGES) {
            Files.readAllLines(Path.of("../docs", page)).stream()
                    .filter(line -> line.startsWith("| `"))
                    .forEach(rows::add);
        }
        return rows;
    }

    private static List<String> keys() {
        ConfigReader reading = new ConfigReader(Map.of());
        SidecarConfig.read(new Section("", com.fasterxml.jackson.databind.node.MissingNode.getInstance(), reading));
        return List.copyOf(reading.knownKeys());
    }

    private void assertRefused(String yaml, String... problems) {
        assertThat(refusals(yaml)).containsExactly(problems);
    }

    private List<String> refusals(String yaml) {
        return catchThrowableOfType(ConfigException.class, () -> read(yaml)).problems();
    }

    private SidecarConfig read(String yaml) throws ConfigException, IOException {
        return ConfigFile.read(write(yaml), Map.of()).config();
    }

    private Path write(String yaml) throws IOException {
        return Files.writeString(directory.resolve("idaeus.yaml"), yaml);
    }
}
