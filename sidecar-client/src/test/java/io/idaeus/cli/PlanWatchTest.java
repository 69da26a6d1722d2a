/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.idaeus.client.ClientJson;
import io.idaeus.client.FakeSidecar;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanWatchTest {

    private static final String ID = "01890a5d-ac96-774b-bcce-b302099a8057";
    private static final String ONE = "GET /v1/plans/" + ID;
    private static final String EVENTS = ONE + "/events";
    private static final String FILL = """
            {"number":3,"kind":"FILL","title":"Fill the node","destination":"https://10.0.0.9:9043","state":"RUNNING",
             "startedAt":"2026-01-02T03:09:05Z","progress":{"bytesTotal":6442450944,"bytesFetched":%d,"bytesResumed":0,
             "filesTotal":432,"filesFetched":10,"bytesPerSecond":209715200,"etaSeconds":%d}}""";
    private static final String NODE_DOWN = """
            {"number":7,"kind":"DELTA","title":"Bring over what was written since","destination":"https://10.0.0.9:9043",
             "state":"WAITING","startedAt":"2026-01-02T03:20:05Z","waiting":{"cause":"NODE_DOWN",
             "detail":"10.0.0.2 is down for 10.0.0.1","remedy":"start it; the plan continues by itself",
             "since":"2026-01-02T03:21:05Z"}}""";

    private final FakeSidecar sidecar = FakeSidecar.start();

    @AfterEach
    void stop() {
        sidecar.close();
    }

    @Test
    void aLineForEachChangeAndEveryTenSecondsForWhatMoves() throws IOException {
        script();
        Invocation invocation = Invocation.of(watch());
        assertThat(invocation.exitCode()).isZero();
        PlanTextTest.assertGolden("watch-lines", invocation.err() + "--\n" + invocation.out());
    }

    @Test
    void onATerminalOneScreenIsDrawnAgain() throws IOException {
        script();
        Invocation invocation = Invocation.onATerminal("", watch("--no-color"));
        PlanTextTest.assertGolden(
                "watch-screen", readable(invocation.err()).replace(sidecar.uri().toString(), "URL"));
    }

    @Test
    void inJsonEachEventIsALine() throws IOException {
        script();
        Invocation invocation = Invocation.of(watch("--json"));
        assertThat(invocation.out().lines())
                .hasSize(6)
                .allSatisfy(line -> assertThat(json(line).get("id").asText()).isEqualTo(ID));
        assertThat(json(invocation.out().lines().reduce((first, last) -> last).orElseThrow())
                        .get("state")
                        .asText())
                .isEqualTo("COMPLETED");
    }

    @Test
    void inJsonAPlanThatHasEndedIsALineToo() throws IOException {
        sidecar.on(ONE, 200, PlanTextTest.json("rebuild"));
        assertThat(json(Invocation.of(watch("-o", "json")).out()).get("state").asText())
                .isEqualTo("COMPLETED");
    }

    @ParameterizedTest
    @CsvSource({"COMPLETED, 0", "FAILED, 1", "CANCELLED, 6", "SUPERSEDED, 7"})
    void theExitCodeTellsTheResult(String state, int exitCode) throws IOException {
        sidecar.on(ONE, 200, ended(state));
        assertThat(Invocation.of(watch()).exitCode()).isEqualTo(exitCode);
    }

    @Test
    void anAdoptedPlanIsWatchedElsewhere() throws IOException {
        sidecar.on(ONE, 200, ended("SUPERSEDED"));
        assertThat(Invocation.of(watch()).out())
                .contains(
                        "adopted by https://10.0.0.1:9043; watch it there: idaeus --url https://10.0.0.1:9043 plan watch");
    }

    @Test
    void aDraftWaitsForItsApproval() throws IOException {
        sidecar.on(ONE, 200, PlanTextTest.json("survey"))
                .on(ONE, 200, ended("CANCELLED"))
                .onEvents(EVENTS, event("CANCELLED", null, "03:30"));
        assertThat(Invocation.of(watch()).err()).contains("Nothing moves before it is approved: idaeus --url");
    }

    private void script() throws IOException {
        String begun = withoutWaiting("PENDING");
        sidecar.on(ONE, 200, begun)
                .on(ONE, 200, begun)
                .on(ONE, 200, withoutWaiting("DONE"))
                .on(ONE, 200, ended("COMPLETED"))
                .onEvents(
                        EVENTS,
                        event("RUNNING", FILL.formatted(1073741824L, 25), "09:06"),
                        event("RUNNING", FILL.formatted(2147483648L, 20), "09:11"),
                        event("RUNNING", FILL.formatted(3221225472L, 15), "09:16"),
                        event("RUNNING", FILL.formatted(6442450944L, 0).replace("RUNNING", "DONE"), "09:31"),
                        event("RUNNING", NODE_DOWN, "21:05"),
                        event("COMPLETED", null, "30:05"));
    }

    private static String ended(String state) throws IOException {
        return withoutWaiting("DONE")
                .replace("\"RUNNING\"", "\"" + state + "\"")
                .replace("\"PENDING\"", "\"DONE\"");
    }

    /** The plan whose step 5 waits, with another state of that step. */
    private static String withoutWaiting(String state) throws IOException {
        return PlanTextTest.json("waiting")
                .replace("\"WAITING\"", "\"" + state + "\"")
                .replace("\"waiting\"", "\"formerly\"");
    }

    private static String event(String state, String step, String time) {
        String named = step == null ? "" : ",\"step\":" + step.replaceAll("\\s+", " ");
        return "event: plan\ndata: {\"id\":\"%s\",\"state\":\"%s\",\"at\":\"2026-01-02T03:%sZ\"%s}\n\n"
                .formatted(ID, state, time, named);
    }

    private static JsonNode json(String line) throws IOException {
        return ClientJson.mapper().readTree(line);
    }

    private static String readable(String screens) {
        return screens.replace("\u001b[2J", "")
                .replace("\u001b[H", "------ screen\n")
                .replace("\u001b[K", "")
                .replace("\u001b[J", "");
    }

    private String[] watch(String... more) {
        String[] args = new String[more.length + 5];
        System.arraycopy(more, 0, args, 5, more.length);
        args[0] = "plan";
        args[1] = "watch";
        args[2] = ID;
        args[3] = "--url";
        args[4] = sidecar.uri().toString();
        return args;
    }
}
