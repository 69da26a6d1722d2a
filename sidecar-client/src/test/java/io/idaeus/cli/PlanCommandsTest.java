/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.idaeus.cli.command.ExitCodes;
import io.idaeus.client.Answers;
import io.idaeus.client.ClientJson;
import io.idaeus.client.FakeSidecar;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlanCommandsTest {

    private static final String ID = "01890a5d-ac96-774b-bcce-b302099a8057";
    private static final String DIGEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    private static final String ONE = "GET /v1/plans/" + ID;
    private static final String ACCEPT = "POST /v1/plans/" + ID + "/accept";
    private static final String APPROVE = "POST /v1/plans/" + ID + "/approve";

    private final FakeSidecar sidecar = FakeSidecar.start();

    @AfterEach
    void stop() {
        sidecar.close();
    }

    @Test
    void replaceSendsEveryOptionAndPrintsThePlan() throws IOException {
        sidecar.on("POST /v1/plans", 201, PlanTextTest.json("survey"));
        Invocation invocation = run(("plan replace --dead 10.0.0.4 --with https://10.0.0.9:9043 --writes quorum"
                        + " --writes audit=ALL --way direct --max-amplification 2.5 --max-rate 100MiB/s"
                        + " --sidecar http://a:1,http://b:2 --accept A --accept B")
                .split(" "));
        assertThat(invocation.exitCode()).isZero();
        assertThat(invocation.out()).startsWith("PLAN " + ID + "  DRAFT: nothing moves before it is approved\n");
        assertBody("""
                {"kind":"REPLACE","dead":"10.0.0.4","destinations":["https://10.0.0.9:9043"],"way":"DIRECT",
                 "writes":{"*":"QUORUM","audit":"ALL"},"maxAmplification":2.5,"maxRate":104857600,
                 "sidecars":["http://a:1","http://b:2"],"accept":["A","B"]}""");
    }

    @Test
    void whatIsNotAskedForIsNotSent() throws IOException {
        sidecar.on("POST /v1/plans", 201, PlanTextTest.json("survey"));
        run("plan", "replace", "--dead", "10.0.0.4", "--with", "https://10.0.0.9:9043");
        assertBody("""
                {"kind":"REPLACE","dead":"10.0.0.4","destinations":["https://10.0.0.9:9043"]}""");
    }

    @Test
    void rebuildSendsEveryOption() throws IOException {
        sidecar.on("POST /v1/plans", 201, PlanTextTest.json("rebuild"));
        run("plan", "rebuild", "--dc", "dc2", "--from", "dc1", "--keyspace", "shop,audit", "--with", "http://a:1");
        assertBody("""
                {"kind":"REBUILD","datacenter":"dc2","sourceDatacenter":"dc1","keyspaces":["shop","audit"],
                 "destinations":["http://a:1"]}""");
    }

    @Test
    void cleanupSendsEveryOption() throws IOException {
        sidecar.on("POST /v1/plans", 201, PlanTextTest.json("rebuild"));
        run(
                "plan",
                "cleanup",
                "--dc",
                "dc1",
                "--keyspace",
                "shop,audit",
                "--with",
                "http://a:1",
                "--sidecar",
                "http://b:1",
                "--accept",
                "NO_SIDECAR");
        assertBody("""
                {"kind":"CLEANUP","datacenter":"dc1","keyspaces":["shop","audit"],"destinations":["http://a:1"],
                 "sidecars":["http://b:1"],"accept":["NO_SIDECAR"]}""");
    }

    /** Nothing moves, and nobody waits for a write. */
    @Test
    void cleanupHasNoOptionsOfTransfers() {
        assertThat(run("plan", "cleanup", "--max-rate", "1MiB/s").exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(run("plan", "cleanup", "--writes", "QUORUM").exitCode()).isEqualTo(ExitCodes.USAGE);
    }

    @Test
    void expandSendsEveryOption(@TempDir Path directory) throws IOException {
        Path tokens = Files.writeString(directory.resolve("tokens"), """
                # two nodes

                http://a:1 -5,7
                http://b:1  1 2,  3
                """);
        sidecar.on("POST /v1/plans", 201, PlanTextTest.json("survey"));
        run(
                "plan",
                "expand",
                "--new",
                "http://a:1,http://b:1",
                "--dc",
                "dc1",
                "--racks",
                "r1,r2",
                "--tokens-file",
                tokens.toString(),
                "--join-delays",
                "short");
        assertBody("""
                {"kind":"EXPAND","datacenter":"dc1","destinations":["http://a:1","http://b:1"],
                 "racks":{"http://a:1":"r1","http://b:1":"r2"},"tokens":{"http://a:1":["-5","7"],"http://b:1":["1","2","3"]},
                 "joinDelays":"SHORT"}""");
    }

    /** To the sidecar that coordinates: that of the cluster that is cloned into. */
    @Test
    void cloneSendsEveryOption() throws IOException {
        sidecar.on("POST /v1/plans", 201, PlanTextTest.json("survey"));
        Invocation invocation = Invocation.of(
                "--url",
                "http://10.0.0.1:9043",
                "plan",
                "clone",
                "--to",
                sidecar.uri() + ",http://10.1.0.2:9043",
                "--table",
                "shop.*,bank.t",
                "--dc",
                "dc1",
                "--replication",
                "shop=dc9: 2",
                "--truncate",
                "--compare");
        assertThat(invocation.exitCode()).as(invocation.err()).isZero();
        assertBody("""
                {"kind":"CLONE","from":"http://10.0.0.1:9043","tables":["shop.*","bank.t"],"sourceDatacenter":"dc1",
                 "replication":{"shop":{"dc9":2}},"sidecars":["http://10.1.0.2:9043"],"truncate":true,"compare":true}""");
    }

    @Test
    void cloneNeedsATargetAndTablesUnlessItAdvisesTokens() {
        assertThat(run("plan", "clone", "--table", "shop.*").err()).contains("'--to=URL'");
        assertThat(run("plan", "clone", "--to", "http://10.1.0.2:9043").err()).contains("'--table=KEYSPACE.TABLE'");
        assertThat(run("plan", "clone", "--to", "http://10.1.0.2:9043", "--table", "shop.*", "--racks", "r1")
                        .err())
                .contains("--racks is for --advise-tokens");
        assertThat(run("plan", "clone", "--advise-tokens", "--racks", "r1", "--compare")
                        .err())
                .contains("--advise-tokens makes no plan (expected: no --to");
        Invocation without = run("plan", "clone", "--advise-tokens");
        assertThat(without.err()).contains("'--racks=NAME'");
        assertThat(without.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(sidecar.received()).isEmpty();
    }

    @Test
    void tokensAreAdvisedAlsoForScripts() {
        sidecar.on("GET /v1/cluster", 200, """
                {"name":"production","hostId":"a","cassandraVersion":"5.0.9","schemaVersions":{},"releaseVersions":{},
                 "maxWriteTimeoutMillis":2000,"repairs":0,"nodes":[{"hostId":"a","address":"10.0.0.1","datacenter":"dc1",
                 "rack":"r1","liveness":"UP","movement":"NORMAL","tokens":2}]}""");
        sidecar.on("GET /v1/tokens", 200, "{\"nodes\":[{\"hostId\":\"a\",\"tokens\":[\"-4\",\"5\"]}]}");

        Invocation invocation = run("plan", "clone", "--advise-tokens", "--racks", "r9", "--output", "json");

        assertThat(invocation.exitCode()).as(invocation.err()).isZero();
        assertThat(invocation.out())
                .contains("\"rack\" : \"r9\"", "\"like\" : [ \"10.0.0.1\" ]", "\"tokens\" : [ \"-4\", \"5\" ]");
    }

    @Test
    void oneRackIsForAllNewNodes() throws IOException {
        sidecar.on("POST /v1/plans", 201, PlanTextTest.json("survey"));
        run("plan", "expand", "--new", "http://a:1", "--new", "http://b:1", "--racks", "r1");
        assertBody("""
                {"kind":"EXPAND","destinations":["http://a:1","http://b:1"],
                 "racks":{"http://a:1":"r1","http://b:1":"r1"}}""");
    }

    @Test
    void racksAreAsManyAsNewNodes() {
        Invocation invocation = run("plan", "expand", "--new", "http://a:1", "--racks", "r1,r2");
        assertThat(invocation.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(invocation.err()).contains("2 racks for 1 new nodes (expected: one for all, or one for each)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http://a:1|line 1: 'http://a:1' (expected: the address of a sidecar, then its tokens)",
                "a 1 2|'a' is not the address of a sidecar",
                "# nothing|has no tokens",
                "''|has no tokens",
                "http://a:1 1/http://a:1 2|line 2: http://a:1 once more (expected: each sidecar once)"
            })
    void aTokensFileThatSaysNothingUsefulIsRefused(String text, String found, @TempDir Path directory)
            throws IOException {
        Path tokens = Files.writeString(directory.resolve("tokens"), text.replace("1/http", "1\nhttp"));
        Invocation invocation = run("plan", "expand", "--new", "http://a:1", "--tokens-file", tokens.toString());
        assertThat(invocation.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(invocation.err()).contains(found);
    }

    @Test
    void aTokensFileThatIsNotThereIsNamed() {
        Invocation invocation = run("plan", "expand", "--new", "http://a:1", "--tokens-file", "/no/such/file");
        assertThat(invocation.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(invocation.err()).contains("/no/such/file cannot be read");
    }

    @Test
    void aPlanThatFindingsRefuseFails() throws IOException {
        sidecar.on("POST /v1/plans", 201, PlanTextTest.json("refused"));
        assertThat(run("plan", "rebuild", "--dc", "dc2", "--from", "dc1").exitCode())
                .isEqualTo(ExitCodes.FAILED);
        assertThat(run("plan", "rebuild", "--dc", "dc2", "--from", "dc1", "--json")
                        .exitCode())
                .isEqualTo(ExitCodes.FAILED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"MOST", "shop=MOST", "shop=", "SERIAL"})
    void writesAreAtAConsistencyLevel(String level) {
        Invocation invocation = run("plan", "replace", "--dead", "x", "--with", "y", "--writes", level);
        assertThat(invocation.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(invocation.err()).contains("expected: a consistency level, for instance QUORUM");
    }

    @Test
    void listShowsWhereEachPlanIsAndWhoHasClaimedTheNode() throws IOException {
        sidecar.on(
                        "GET /v1/plans",
                        200,
                        "{\"plans\":[%s,%s],\"unreadable\":[\"9\"]}"
                                .formatted(PlanTextTest.json("waiting"), PlanTextTest.json("refused")))
                .on("GET /v1/host", 200, """
                        {"sidecarVersion":"1","staging":[],"lifecycle":false,"claims":[
                          {"plan":"7","digest":"d","fence":1,"coordinator":"http://b:1","since":"2026-01-02T03:04:05Z",
                           "draftKept":true}]}""");
        assertThat(run("plan", "list").out())
                .isEqualTo("""
                ID                                    STATE           WHAT                                       STEP                      CREATED
                01890a5d-ac96-774b-bcce-b302099a8057  RUNNING         replace 10.0.0.4 by https://10.0.0.9:9043  5 of 12, OPERATOR waiting  2026-01-02T03:04:05Z
                01890a5d-ac96-774b-bcce-b302099a8057  DRAFT, refused  replace 10.0.0.4 by https://10.0.0.9:9043  0 of 12                    2026-01-02T03:04:05Z

                Not readable by this version of the sidecar: 9

                The node belongs to plan 7, coordinated by http://b:1: idaeus --url http://b:1 plan show 7
                """.replace("STEP                      CREATED", "STEP                       CREATED"));
    }

    @Test
    void showPrintsTheRangesOfAllPages() throws IOException {
        sidecar.on(ONE, 200, PlanTextTest.json("survey"))
                .on(ONE + "/ranges", 200, """
                        {"total":2,"next":"n","ranges":[{"destination":"d","keyspace":"shop","range":"-5:7",
                         "sources":["6a1f0c3e-0000-4000-8000-000000000001","6a1f0c3e-0000-4000-8000-000000000002"]}]}""")
                .on(ONE + "/ranges", 200, """
                        {"total":2,"ranges":[{"destination":"d","keyspace":"shop","range":"7:-5","sources":["gone"]}]}""");
        assertThat(run("plan", "show", ID, "--ranges").out()).isEqualTo("""
                DESTINATION  KEYSPACE  RANGE  SOURCES
                d            shop      -5:7   10.0.0.1, 10.0.0.2
                d            shop      7:-5   gone
                """);
        assertThat(sidecar.last().target()).contains("after=n");
    }

    @Test
    void approveWithADigestApprovesThatOne() throws IOException {
        sidecar.on(APPROVE, 200, PlanTextTest.json("waiting"));
        Invocation invocation = run("plan", "approve", ID, "--digest", "abc");
        assertBody("{\"digest\":\"abc\"}");
        assertThat(invocation).isEqualTo(new Invocation(0, """
                RUNNING %s
                  approved digest  abc
                  follow it        idaeus --url %s plan watch %1$s
                """.formatted(ID, sidecar.uri()), ""));
    }

    @Test
    void approveWithYesPrintsTheDigestOfThePlanAsItIs() throws IOException {
        sidecar.on(ONE, 200, PlanTextTest.json("survey")).on(APPROVE, 200, PlanTextTest.json("waiting"));
        assertThat(run("plan", "approve", ID, "--yes").out()).contains("approved digest  " + DIGEST);
        assertBody("{\"digest\":\"" + DIGEST + "\"}");
    }

    @Test
    void approveNeedsAnAnswerWhereItCannotAsk() {
        Invocation invocation = run("plan", "approve", ID);
        assertThat(invocation.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(invocation.err()).contains("--digest", "--yes");
        assertThat(sidecar.received()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"yes, 0", "y, 1", "'', 1"})
    void approveAsksOnATerminal(String answer, int exitCode) throws IOException {
        sidecar.on(ONE, 200, PlanTextTest.json("survey")).on(APPROVE, 200, PlanTextTest.json("waiting"));
        Invocation invocation = Invocation.onATerminal(answer, with("plan", "approve", ID));
        assertThat(invocation.exitCode()).isEqualTo(exitCode);
        assertThat(invocation.err()).contains("Digest       " + DIGEST, "Approve this plan? Type yes: ");
        assertThat(sidecar.received()).hasSize(exitCode == 0 ? 2 : 1);
    }

    @Test
    void anApprovalOfAChangedPlanSaysWhatChanged() {
        sidecar.on(
                APPROVE,
                409,
                Answers.problem("plan-changed", 409, "The plan is not the one that was approved", "10.0.0.5 joined"));
        Invocation invocation = run("plan", "approve", ID, "--digest", "abc");
        assertThat(invocation.exitCode()).isEqualTo(ExitCodes.REFUSED);
        assertThat(invocation.err()).contains("10.0.0.5 joined");
    }

    @Test
    void acceptNamesTheDigestOfThePlanAndSaysWhatIsAccepted() throws IOException {
        sidecar.on(ONE, 200, PlanTextTest.json("waiting")).on(ACCEPT, 200, PlanTextTest.json("waiting"));
        Invocation invocation = run("plan", "accept", ID, "SNAPSHOT_TOO_OLD");
        assertBody("{\"digest\":\"%s\",\"code\":\"SNAPSHOT_TOO_OLD\"}".formatted(DIGEST));
        assertThat(invocation).isEqualTo(new Invocation(0, """
                RUNNING %s
                  accepted   SNAPSHOT_TOO_OLD
                  follow it  idaeus --url %s plan watch %1$s
                """.formatted(ID, sidecar.uri()), ""));
        assertThat(sidecar.received()).hasSize(2);
    }

    /** The coordinator may change nothing at a destination by itself. */
    @Test
    void acceptWithAnIdentityGoesToEveryDestinationFirst(@TempDir Path directory) throws IOException {
        Path token = Files.writeString(directory.resolve("token"), "secret");
        String claim = "POST /v1/claims/" + ID + "/accept";
        String claimed =
                "{\"plan\":\"%s\",\"digest\":\"%s\",\"fence\":1,\"coordinator\":\"http://c:1\",\"since\":\"2026-01-02T03:04:05Z\",\"draftKept\":true}"
                        .formatted(ID, DIGEST);
        try (FakeSidecar first = FakeSidecar.start();
                FakeSidecar second = FakeSidecar.start()) {
            first.on(claim, 200, claimed);
            second.on(claim, 200, claimed);
            sidecar.on(ONE, 200, withDestinations("waiting", first.uri(), second.uri()))
                    .on(ACCEPT, 200, PlanTextTest.json("waiting"));

            assertThat(run("plan", "accept", ID, "NO_GC_GRACE", "--token-file", token.toString())
                            .exitCode())
                    .isZero();

            for (FakeSidecar each : List.of(first, second, sidecar)) {
                assertThat(ClientJson.mapper().readTree(each.last().body()))
                        .isEqualTo(ClientJson.mapper()
                                .readTree("{\"digest\":\"%s\",\"code\":\"NO_GC_GRACE\"}".formatted(DIGEST)));
            }
            assertThat(first.received()).hasSize(1);
            assertThat(second.received()).hasSize(1);
            assertThat(sidecar.last().line()).isEqualTo(ACCEPT);
        }
    }

    /** Otherwise the plan would go on at some destinations alone. */
    @Test
    void acceptStopsAtADestinationThatRefuses(@TempDir Path directory) throws IOException {
        Path token = Files.writeString(directory.resolve("token"), "secret");
        try (FakeSidecar refusing = FakeSidecar.start()) {
            refusing.on(
                    "POST /v1/claims/" + ID + "/accept",
                    400,
                    Answers.problem("invalid-request", 400, "The request is malformed", "make a new one"));
            sidecar.on(ONE, 200, withDestinations("waiting", refusing.uri()));

            Invocation invocation = run("plan", "accept", ID, "NO_SIDECAR", "--token-file", token.toString());

            assertThat(invocation.exitCode()).isNotZero();
            assertThat(invocation.err()).contains("make a new one");
            assertThat(sidecar.received()).hasSize(1);
        }
    }

    private static String withDestinations(String plan, URI... sidecars) throws IOException {
        ObjectNode json = (ObjectNode) ClientJson.mapper().readTree(PlanTextTest.json(plan));
        ArrayNode destinations = (ArrayNode) json.get("destinations");
        ObjectNode like = (ObjectNode) destinations.get(0);
        destinations.removeAll();
        for (URI each : sidecars) {
            destinations.add(like.deepCopy().put("sidecar", each.toString()));
        }
        return json.toString();
    }

    @ParameterizedTest
    @CsvSource({"pause", "resume"})
    void pauseAndResumeSayTheState(String command) throws IOException {
        sidecar.on("POST /v1/plans/" + ID + "/" + command, 200, PlanTextTest.json("waiting"));
        assertThat(run("plan", command, ID)).isEqualTo(new Invocation(0, "RUNNING " + ID + "\n", ""));
    }

    @Test
    void cancelSaysWhatIsLeftToDo() throws IOException {
        sidecar.on(
                "POST /v1/plans/" + ID + "/cancel",
                200,
                PlanTextTest.json("survey").replace("\"DRAFT\"", "\"CANCELLED\""));
        assertThat(run("plan", "cancel", ID).out()).startsWith("""
                CANCELLED %s

                LEFT TO DO
                  Repair views on the new node
                    nodetool repair --full views
                """.formatted(ID));
    }

    @Test
    void adoptSaysWhoCoordinates() throws IOException {
        sidecar.on("POST /v1/plans/" + ID + "/adopt", 200, PlanTextTest.json("waiting"));
        assertThat(run("plan", "adopt", ID, "--from", "http://b:1").out()).isEqualTo("""
                RUNNING %s
                  coordinated by https://10.0.0.1:9043, fence 1
                  follow it:  idaeus --url %s plan watch %1$s
                """.formatted(ID, sidecar.uri()));
        assertThat(sidecar.last().target()).contains("from=http");
    }

    @Test
    void anIdIsNoPath() {
        assertThat(run("plan", "show", "../host").exitCode()).isEqualTo(ExitCodes.USAGE);
    }

    private void assertBody(String expected) throws IOException {
        assertThat(ClientJson.mapper().readTree(sidecar.last().body()))
                .isEqualTo(ClientJson.mapper().readTree(expected));
    }

    private Invocation run(String... args) {
        return Invocation.of(with(args));
    }

    private String[] with(String... args) {
        List<String> all = new ArrayList<>(Arrays.asList(args));
        all.addAll(List.of("--url", sidecar.uri().toString()));
        return all.toArray(new String[0]);
    }
}
