/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.cli.command.ExitCodes;
import io.idaeus.client.Answers;
import io.idaeus.client.ClientJson;
import io.idaeus.client.FakeSidecar;
import io.idaeus.client.FakeSidecar.Received;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransferCommandsTest {

    private static final String ONE = "GET /v1/transfers/" + Answers.TRANSFER_ID;
    private static final String EVENTS = ONE + "/events";
    private static final String PLAN = """
            {"refused":%s,"findings":[
               {"code":"SNAPSHOT_OLD","severity":"REFUSE_UNLESS_ACCEPTED","subject":"ks.t","detail":"older","remedy":"r"},
               {"code":"CLEANUP","severity":"NOTE","subject":"ks.t","detail":"due","remedy":""}],
             "sstables":[{"sourceHostId":"h1","keyspace":"ks","table":"t","name":"nb-1-big","bytes":2048,"state":"PLANNED","part":"SLICE","sourceBytes":20480,
                          "attempts":0},
                         {"sourceHostId":"h1","keyspace":"ks","table":"t","name":"nb-2-big","bytes":1024,
                          "state":"EXCLUDED","reason":"partial","attempts":0}],
             "bytesTotal":2048,"filesTotal":8,"bytesRequired":4096,"bytesFree":1048576}""";

    private FakeSidecar sidecar = FakeSidecar.start();

    @AfterEach
    void stop() {
        sidecar.close();
    }

    @Test
    void startSendsEveryOptionUnderAGeneratedKey() throws Exception {
        sidecar.on("POST /v1/transfers", 202, Answers.TRANSFER);
        Invocation invocation =
                run(("transfer start --source http://a:1,http://b:2 --table ks.t --table ks.u --range -5:7 --range=9:-1"
                                + " --snapshot s --skip-flush --on-partial-overlap include --on-corrupt hold-back"
                                + " --accept A --accept B,C --connections 3 --keep-level --no-tokens --new")
                        .split(" "));
        assertThat(invocation)
                .isEqualTo(new Invocation(
                        0,
                        "Transfer %1$s%n  follow it:  idaeus --url %2$s transfer watch %1$s%n"
                                .formatted(Answers.TRANSFER_ID, sidecar.uri()),
                        ""));
        assertThat(ClientJson.mapper().readTree(sidecar.last().body()))
                .isEqualTo(ClientJson.mapper().readTree("""
                                        {"sources":[{"uri":"http://a:1"},{"uri":"http://b:2"}],
                                         "tables":[{"keyspace":"ks","table":"t"},{"keyspace":"ks","table":"u"}],
                                         "ranges":["-5:7","9:-1"],"snapshot":"s","skipFlush":true,"onPartialOverlap":"INCLUDE",
                                         "onCorrupt":"HOLD_BACK","accept":["A","B","C"],"connectionsPerSource":3,
                                         "importOptions":{"keepLevel":true,"noTokens":true}}"""));
        assertThat(sidecar.last().idempotencyKey()).matches("[0-9a-f-]{36}");
        start("--verify");
        assertThat(sidecar.last().body()).contains("\"importOptions\":{\"noVerify\":false}");
        start("--no-verify");
        assertThat(sidecar.last().body()).contains("\"importOptions\":{\"noVerify\":true}");
        start("--idempotency-key", "mine");
        assertThat(sidecar.last().idempotencyKey()).isEqualTo("mine");
    }

    @Test
    void startFindsTheOneThatRuns() {
        String inAnotherOrder = Answers.TRANSFER.replace(
                "{\"keyspace\":\"ks\",\"table\":\"t\"}",
                "{\"keyspace\":\"ks\",\"table\":\"u\"},{\"keyspace\":\"ks\",\"table\":\"t\"}");
        sidecar.on("GET /v1/transfers", 200, "{\"transfers\":[%s]}".formatted(inAnotherOrder))
                .on("POST /v1/transfers", 202, Answers.TRANSFER)
                .on(ONE, 200, Answers.transfer("COMPLETED", "COMPLETE", ""));
        String[] same = "transfer start --source http://10.0.0.1:9043 --table ks.t --table ks.u".split(" ");
        Invocation found = run(same);
        assertThat(found.exitCode()).isZero();
        assertThat(found.err())
                .isEqualTo("This transfer runs already, since 2026-01-02T03:04:00Z, and is PULLING."
                        + " Nothing new was started; --new starts another.\n");
        assertThat(found.out()).startsWith("Transfer " + Answers.TRANSFER_ID);
        assertThat(run(with(same, "--watch")).err()).contains("runs already", "Transfer " + Answers.TRANSFER_ID);
        assertThat(sidecar.received()).noneMatch(call -> call.line().startsWith("POST"));

        assertThat(run(with(same, "--new")).err()).isEmpty();
        assertThat(sidecar.last().line()).isEqualTo("POST /v1/transfers");
    }

    @ParameterizedTest
    @CsvSource({
        "--skip-flush, PULLING, ''",
        "--table=ks.other, PULLING, ''",
        "--max-rate=1MiB/s, PULLING, ''",
        "--no-tokens, PULLING, ''",
        "--connections=2, PULLING, ''",
        "--table=ks.t, COMPLETED, ''",
        "--table=ks.t, CANCELLING, ''",
        "--table=ks.t, PULLING, ',\"plan\":\"p\"'"
    })
    void startFollowsNothingThatIsNotTheSame(String option, String state, String rest) {
        sidecar.on("GET /v1/transfers", 200, "{\"transfers\":[%s]}".formatted(Answers.transfer(state, null, rest)))
                .on("POST /v1/transfers", 202, Answers.TRANSFER);
        assertThat(run("transfer", "start", "--source", "http://10.0.0.1:9043", "--table", "ks.t", option)
                        .err())
                .isEmpty();
        assertThat(sidecar.last().line()).isEqualTo("POST /v1/transfers");
    }

    @Test
    void aPlanWithoutSstablesSaysThatStartFlushes() {
        String empty = PLAN.formatted(false).replaceAll("(?s)\"sstables\":\\[.*\\],", "\"sstables\":[],");
        sidecar.on("POST /v1/transfers", 200, empty);
        String[] plan = "transfer plan --source http://a:1 --table ks.t".split(" ");
        assertThat(run(plan).out()).endsWith("""
                        Nothing to move. A plan does not flush; start does, so that it also moves rows that are only in memory now.
                        """);
        assertThat(run(with(plan, "--skip-flush")).out()).endsWith("Nothing to move.\n");
    }

    @Test
    void watchSaysWhatIsWaitedForAndTheRemedyOnce() {
        String waiting = Answers.event("progress", "PULLING", 1)
                .replace(
                        "\"at\"",
                        "\"reason\":\"no\",\"waiting\":{\"cause\":\"PEER\",\"phase\":\"PULLING\",\"detail\":\"http://a:1 does not"
                                + " answer\",\"since\":\"2026-01-02T03:04:05Z\",\"attempts\":3,\"remedy\":\"start it\"},\"at\"");
        sidecar.on(ONE, 200, Answers.TRANSFER)
                .on(ONE, 200, Answers.transfer("COMPLETED", "COMPLETE", ""))
                .onEvents(
                        EVENTS,
                        waiting,
                        waiting.replace("\"attempts\":3", "\"attempts\":4"),
                        Answers.event("progress", "PULLING", 2),
                        Answers.event("state", "COMPLETED", 104857600));
        assertThat(watch().err()).isEqualTo("""
                        2026-01-02T03:04:05Z PULLING 1 B of 100.0 MiB (0 %), 8 of 16 files, 25.0 MiB/s, 2 s left
                        2026-01-02T03:04:05Z PULLING Waiting: http://a:1 does not answer
                        2026-01-02T03:04:05Z PULLING Remedy: start it
                        2026-01-02T03:04:05Z PULLING The wait is over
                        2026-01-02T03:04:05Z COMPLETED 100.0 MiB of 100.0 MiB (100 %), 8 of 16 files, 25.0 MiB/s
                        """);
    }

    @Test
    void theBarSaysWhatIsWaitedForToo() {
        String waiting = Answers.event("progress", "PAUSED", 1)
                .replace(
                        "\"at\"",
                        "\"waiting\":{\"cause\":\"DISK_SPACE\",\"phase\":\"PULLING\",\"detail\":\"/s has 1 MiB\",\"since\":"
                                + "\"2026-01-02T03:04:05Z\",\"attempts\":3,\"remedy\":\"free space below /s\"},\"at\"");
        sidecar.on(ONE, 200, Answers.TRANSFER)
                .on(ONE, 200, Answers.transfer("COMPLETED", "COMPLETE", ""))
                .onEvents(EVENTS, waiting, Answers.event("state", "COMPLETED", 104857600));
        Invocation bar = Invocation.onATerminal(
                "",
                "transfer",
                "watch",
                Answers.TRANSFER_ID,
                "--url",
                sidecar.uri().toString());
        assertThat(bar.err())
                .contains("PAUSED Waiting: /s has 1 MiB\n")
                .contains("PAUSED Remedy: free space below /s\n");
    }

    @Test
    void tablesByPatternAreThoseOfTheSchema() {
        schema();
        assertThat(start("--table", "ks.t*", "--table", "ks.t", "--table", "sh?p.*")
                        .exitCode())
                .isZero();
        assertThat(sidecar.last().body())
                .contains("\"tables\":[{\"keyspace\":\"ks\",\"table\":\"t\"},{\"keyspace\":\"ks\",\"table\":\"tea\"},"
                        + "{\"keyspace\":\"shop\",\"table\":\"carts\"}]");
        assertThat(start("--table", "*.peers").err()).contains("'*.peers' matches no table");
        assertThat(start("--table", "system.p*").exitCode()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ks.x*|'ks.x*' matches no table at %s (expected one of: ks.t, ks.tea)",
                "k.*|'k.*' matches no table: %s has no such keyspace (expected one of: ks, shop)",
                "*x.*|'*x.*' matches no table: %s has no such keyspace (expected one of: ks, shop)",
            })
    void aPatternThatMatchesNothingSaysWhatThereIs(String pattern, String message) {
        schema();
        Invocation invocation = start("--table", pattern);
        assertThat(invocation.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(invocation.err()).contains(message.formatted(sidecar.uri()));
        assertThat(sidecar.received()).noneMatch(call -> call.line().startsWith("POST"));
    }

    private void schema() {
        sidecar.on("POST /v1/transfers", 202, Answers.TRANSFER).on("GET /v1/keyspaces", 200, """
                        {"keyspaces":[{"name":"ks","system":false,"replication":{},"tables":["t","tea"]},
                                      {"name":"shop","system":false,"replication":{},"tables":["carts"]},
                                      {"name":"system","system":true,"replication":{},"tables":["peers"]}]}""");
    }

    @Test
    void startAsksAgainUnderTheSameKeyWhenTheAnswerIsLost() {
        sidecar.on("POST /v1/transfers", FakeSidecar.truncated("application/json", Answers.TRANSFER))
                .on("POST /v1/transfers", 202, Answers.TRANSFER);
        assertThat(start().exitCode()).isZero();
        assertThat(sidecar.received()).hasSize(2);
        assertThat(sidecar.received()).extracting(Received::idempotencyKey).doesNotContainNull();
        assertThat(sidecar.received().get(0).idempotencyKey())
                .isEqualTo(sidecar.received().get(1).idempotencyKey());
    }

    @Test
    void startThatNobodyHeardFailsAtOnce() {
        sidecar.close();
        Invocation invocation = start();
        assertThat(invocation.exitCode()).isEqualTo(ExitCodes.UNREACHABLE);
        assertThat(invocation.err()).doesNotContain("--idempotency-key");
    }

    @Test
    void startThatThePlanRefusesFails() {
        sidecar.on("POST /v1/transfers", 422, Answers.problem("plan-refused", 422, "The plan has findings", "see"));
        assertThat(start().exitCode()).isEqualTo(ExitCodes.FAILED);
        assertThat(start("--output", "json").exitCode()).isEqualTo(ExitCodes.FAILED);
    }

    @ParameterizedTest
    @CsvSource({"start --dry-run, true", "start --dry-run, false", "plan, true", "plan, false"})
    void thePlanIsPrintedAndNothingStarts(String command, boolean refused) {
        sidecar.on("POST /v1/transfers", 200, PLAN.formatted(refused));
        Invocation invocation = run(("transfer " + command + " --source http://a:1 --table ks.t").split(" "));
        assertThat(invocation)
                .isEqualTo(new Invocation(
                        refused ? ExitCodes.FAILED : ExitCodes.OK,
                        """
                        SSTABLE   TABLE  FROM     SIZE  PART         STATE     REASON
                        nb-1-big  ks.t   h1    2.0 KiB  slice, 10 %%  planned
                        nb-2-big  ks.t   h1    1.0 KiB               excluded  partial

                        SNAPSHOT_OLD refuses the transfer unless --accept SNAPSHOT_OLD, ks.t
                          older
                          r
                        CLEANUP (note), ks.t
                          due

                        %s: 2.0 KiB in 8 files; staging needs 4.0 KiB and has 1.0 MiB
                        """.formatted(refused ? "REFUSED" : "ACCEPTED"),
                        ""));
        assertThat(sidecar.last().body()).endsWith("\"dryRun\":true}");
    }

    @Test
    void listShowsOneLineEach() {
        sidecar.on("GET /v1/transfers", 200, "{\"transfers\":[%s]}".formatted(Answers.TRANSFER));
        assertThat(run("transfer", "list", "--state", "pulling", "--limit", "5").out())
                .isEqualTo("""
                        ID                                    STATE    OUTCOME  DONE       SIZE  TABLES  CREATED
                        01890a5d-ac96-774b-bcce-b302099a8057  PULLING  -        50 %  100.0 MiB  ks.t    2026-01-02T03:04:00Z
                        """);
        assertThat(sidecar.last().target()).isEqualTo("/v1/transfers?state=PULLING&limit=5");
        sidecar.on("GET /v1/transfers", 200, "{\"transfers\":[]}");
        run("transfer", "list");
        assertThat(run("transfer", "list").out()).isEqualTo("(none)\n");
    }

    @Test
    void showTellsWhatWasAskedAndHowFarItIs() {
        sidecar.on(ONE, 200, Answers.TRANSFER);
        assertThat(run("transfer", "show", Answers.TRANSFER_ID).out()).isEqualTo("""
                        Transfer 01890a5d-ac96-774b-bcce-b302099a8057
                          Tables    ks.t
                          Sources   http://10.0.0.1:9043
                          Ranges    all that this node owns
                          Since     2026-01-02T03:04:05Z
                          State     PULLING
                          SSTables  2 planned, 1 fetched, 0 imported
                          Bytes     50.0 MiB of 100.0 MiB in 8 of 16 files; 1.0 MiB resumed
                          Rate      24.5 MiB/s
                          Time      planning 0.5 s, pulling 2.0 s
                        """);
    }

    @Test
    void showTellsHowManyConnectionsASourceHas() {
        sidecar.on(ONE, 200, Answers.TRANSFER.replace("\"}],\n \"progress\"", "\",\"connections\":8}],\"progress\""));
        assertThat(run("transfer", "show", Answers.TRANSFER_ID).out())
                .contains("Sources   http://10.0.0.1:9043 over 8 connections\n");
    }

    @Test
    void watchFollowsToTheEnd() {
        sidecar.on(ONE, 200, Answers.TRANSFER)
                .on(ONE, 200, Answers.transfer("COMPLETED", "COMPLETE", ""))
                .onEvents(
                        EVENTS,
                        Answers.event("progress", "PULLING", 52428800),
                        Answers.event("progress", "PULLING", 52428801),
                        Answers.event("progress", "PULLING", 104857600).replace("03:04:05", "03:04:16"),
                        Answers.event("state", "IMPORTING", 104857600),
                        Answers.event("state", "COMPLETED", 104857600));
        Invocation invocation = watch();
        assertThat(invocation.exitCode()).isZero();
        assertThat(invocation.err()).isEqualTo("""
                        2026-01-02T03:04:05Z PULLING 50.0 MiB of 100.0 MiB (50 %), 8 of 16 files, 25.0 MiB/s, 2 s left
                        2026-01-02T03:04:16Z PULLING 100.0 MiB of 100.0 MiB (100 %), 8 of 16 files, 25.0 MiB/s, 2 s left
                        2026-01-02T03:04:05Z IMPORTING 100.0 MiB of 100.0 MiB (100 %), 8 of 16 files, 25.0 MiB/s, 2 s left
                        2026-01-02T03:04:05Z COMPLETED 100.0 MiB of 100.0 MiB (100 %), 8 of 16 files, 25.0 MiB/s
                        """);
        assertThat(invocation.out()).contains("State     COMPLETED, complete").contains("Rate      24.5 MiB/s");
    }

    @ParameterizedTest
    @CsvSource({
        "COMPLETED, COMPLETE, 0",
        "COMPLETED, PARTIAL, 5",
        "FAILED, , 1",
        "CANCELLED, , 6",
    })
    void theExitCodeSaysHowItEnded(String state, String outcome, int exitCode) {
        sidecar.on(ONE, 200, Answers.transfer(state, outcome, ""));
        assertThat(watch().exitCode()).isEqualTo(exitCode);
    }

    @Test
    void aPartialEndNamesWhatIsMissingAndWhatToDo() {
        String end = Answers.transfer("COMPLETED", "PARTIAL", "")
                .replace("\"failed\":0", "\"failed\":1")
                .replace("\"cleanupDue\":[]", "\"cleanupDue\":[{\"keyspace\":\"ks\",\"table\":\"t\"}]");
        sidecar.on(ONE, 200, end).on(ONE + "/sstables", 200, """
                        {"total":3,"sstables":[
                          {"sourceHostId":"h","keyspace":"ks","table":"t","name":"nb-1-big","bytes":1,"state":"IMPORTED","attempts":1},
                          {"sourceHostId":"h","keyspace":"ks","table":"t","name":"nb-2-big","bytes":1,"state":"SOURCE_CORRUPT",
                           "reason":"Data.db","attempts":2},
                          {"sourceHostId":"h","keyspace":"ks","table":"t","name":"nb-3-big","bytes":1,"state":"EXCLUDED","attempts":0}]}""");
        assertThat(watch().out())
                .contains("1 failed")
                .contains("""
                        SSTABLE   TABLE  FROM  SIZE  PART  STATE           REASON
                        nb-2-big  ks.t   h      1 B        source corrupt  Data.db
                        CLEANUP DUE: nodetool cleanup ks t, then: idaeus --url %s table ks.t --cleanup-done
                        """.formatted(sidecar.uri()))
                .doesNotContain("nb-1-big", "nb-3-big");
    }

    @Test
    void aFailureShowsItsProblem() {
        sidecar.on(
                ONE,
                200,
                Answers.transfer(
                        "FAILED",
                        null,
                        ",\"problem\":"
                                + Answers.problem("peer-unreachable", 502, "The peer does not answer", "start it")));
        assertThat(watch().out()).endsWith("The peer does not answer\n  start it\n");
    }

    @Test
    void watchInJsonPrintsTheTransferAlone() throws Exception {
        sidecar.on(ONE, 200, Answers.transfer("COMPLETED", "COMPLETE", ""));
        Invocation invocation = run("transfer", "watch", Answers.TRANSFER_ID, "-o", "json");
        assertThat(ClientJson.mapper().readTree(invocation.out()).get("outcome").asText())
                .isEqualTo("COMPLETE");
    }

    @Test
    void watchTakesABrokenStreamUpAgainWithoutAWord() {
        sidecar.on(ONE, 200, Answers.TRANSFER)
                .on(ONE, 200, Answers.TRANSFER)
                .on(ONE, 200, Answers.transfer("COMPLETED", "COMPLETE", ""))
                .on(EVENTS, FakeSidecar.hangUpAfter(Answers.event("progress", "PULLING", 1)))
                .onEvents(EVENTS, Answers.event("state", "COMPLETED", 104857600));
        Invocation invocation = watch();
        assertThat(invocation.exitCode()).isZero();
        assertThat(invocation.err()).contains("PULLING", "COMPLETED").doesNotContain("does not answer");
    }

    @Test
    @Tag("timing")
    void watchSurvivesARestartOfTheSidecarAndSaysSoOnce() throws Exception {
        CountDownLatch watching = new CountDownLatch(1);
        sidecar.on(ONE, 200, Answers.TRANSFER).on(EVENTS, exchange -> {
            watching.countDown();
            sidecar.stallAfter("text/event-stream", Answers.event("progress", "PULLING", 1))
                    .answer(exchange);
        });
        int port = sidecar.port();
        CompletableFuture<Invocation> watch = CompletableFuture.supplyAsync(this::watch);
        assertThat(watching.await(60, TimeUnit.SECONDS)).isTrue();
        sidecar.close();
        assertThat(watch).failsWithin(700, TimeUnit.MILLISECONDS);
        sidecar = FakeSidecar.start(port)
                .on(ONE, 503, Answers.problem("cassandra-unavailable", 503, "Cassandra does not answer", "wait"))
                .on(ONE, 200, Answers.transfer("COMPLETED", "COMPLETE", ""));
        Invocation invocation = watch.get(60, TimeUnit.SECONDS);
        assertThat(invocation.exitCode()).isZero();
        assertThat(invocation.err()).containsOnlyOnce("does not answer; retrying for 10 min 00 s");
    }

    @Test
    void watchGivesUpWhenThePatienceEnds() {
        sidecar.on(ONE, 200, Answers.TRANSFER)
                .on(ONE, exchange -> exchange.close())
                .on(EVENTS, exchange -> exchange.close());
        Invocation invocation = run("transfer", "watch", Answers.TRANSFER_ID, "--reconnect-for", "1ms");
        assertThat(invocation.exitCode()).isEqualTo(ExitCodes.UNREACHABLE);
    }

    @Test
    void watchOfAnUnknownTransferIsRefused() {
        sidecar.on(ONE, 404, Answers.problem("unknown-transfer", 404, "The transfer does not exist", "list them"));
        assertThat(watch().exitCode()).isEqualTo(ExitCodes.REFUSED);
    }

    @Test
    void startAndWatchInOne() {
        sidecar.on("POST /v1/transfers", 202, Answers.TRANSFER)
                .on(ONE, 200, Answers.transfer("COMPLETED", "PARTIAL", ""));
        Invocation invocation = start("--watch");
        assertThat(invocation.exitCode()).isEqualTo(ExitCodes.PARTIAL);
        assertThat(invocation.err()).isEqualTo("Transfer %s%n".formatted(Answers.TRANSFER_ID));
    }

    @Test
    void cancelSaysTheState() {
        sidecar.on(
                "POST /v1/transfers/" + Answers.TRANSFER_ID + "/cancel", 202, Answers.transfer("CANCELLING", null, ""));
        assertThat(run("transfer", "cancel", Answers.TRANSFER_ID).out())
                .isEqualTo("CANCELLING %s%n".formatted(Answers.TRANSFER_ID));
    }

    @ParameterizedTest
    @CsvSource({"pause, PAUSED", "resume, QUEUED"})
    void pauseAndResumeSayTheState(String command, String state) {
        sidecar.on("POST /v1/transfers/" + Answers.TRANSFER_ID + "/" + command, 200, Answers.transfer(state, null, ""));
        assertThat(run("transfer", command, Answers.TRANSFER_ID).out())
                .isEqualTo("%s %s%n".formatted(state, Answers.TRANSFER_ID));
    }

    @ParameterizedTest
    @CsvSource({"pause", "resume"})
    void whatHasEndedIsNeitherPausedNorResumed(String command) {
        sidecar.on(
                "POST /v1/transfers/" + Answers.TRANSFER_ID + "/" + command,
                409,
                Answers.problem("illegal-state", 409, "The transfer is in a state", "it is COMPLETED"));
        Invocation invocation = run("transfer", command, Answers.TRANSFER_ID);
        assertThat(invocation.exitCode()).isEqualTo(ExitCodes.REFUSED);
        assertThat(invocation.err()).contains("it is COMPLETED");
    }

    @Test
    void showTellsWhatAPausedTransferWaitsFor() {
        String waiting = ",\"waiting\":{\"cause\":\"DISK_SPACE\",\"phase\":\"PULLING\",\"detail\":\"d\","
                + "\"since\":\"2026-01-02T03:04:05Z\",\"attempts\":3,\"remedy\":\"free space below /s\"}";
        sidecar.on(ONE, 200, Answers.transfer("PAUSED", null, waiting));
        assertThat(run("transfer", "show", Answers.TRANSFER_ID).out())
                .contains("  Waiting   disk space, since 2026-01-02T03:04:05Z, checked 3 times\n")
                .contains("  Remedy    free space below /s\n");
    }

    private Invocation watch() {
        return run("transfer", "watch", Answers.TRANSFER_ID);
    }

    private Invocation start(String... more) {
        List<String> args =
                new ArrayList<>(List.of("transfer", "start", "--new", "--source", "http://a:1", "--table", "ks.t"));
        args.addAll(Arrays.asList(more));
        return run(args.toArray(new String[0]));
    }

    private static String[] with(String[] args, String more) {
        String[] all = Arrays.copyOf(args, args.length + 1);
        all[args.length] = more;
        return all;
    }

    private Invocation run(String... args) {
        List<String> all = new ArrayList<>(Arrays.asList(args));
        all.addAll(List.of("--url", sidecar.uri().toString()));
        return Invocation.of(all.toArray(new String[0]));
    }

    @Test
    void aRefusedTransferPrintsItsFindingOnce() {
        String finding =
                "{\"code\":\"SCHEMA_MISMATCH\",\"severity\":\"REFUSE\",\"subject\":\"ks.t\",\"detail\":\"column v"
                        + " differs\",\"remedy\":\"alter it\"}";
        String detail = "SCHEMA_MISMATCH ks.t: column v differs (alter it)";
        sidecar.on(
                ONE,
                200,
                Answers.transfer(
                                "FAILED",
                                null,
                                ",\"reason\":\"" + detail + "\",\"problem\":"
                                        + Answers.problem("plan-refused", 422, "The plan is refused", detail))
                        .replace("\"findings\":[]", "\"findings\":[" + finding + "]"));

        Invocation invocation = watch();

        assertThat(invocation.out() + invocation.err())
                .containsOnlyOnce("column v differs")
                .contains("The plan is refused");
    }
}
