/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.RunningSidecar.Answer;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The answers of a destination to coordinators of plans, beside a Cassandra that is down. */
@Timeout(120)
class ClaimsTest {
    private static final String CLAIM = "{'digest':'d','fence':%d,'coordinator':'http://c:9043','record':'r'}";
    private static final String TABLES = "[{'keyspace':'shop','table':'users'}]";
    private static final String SOURCES = "[{'uri':'http://127.0.0.1:1'}]";

    @TempDir
    Path directory;

    private RunningSidecar sidecar;

    @BeforeEach
    void start() throws Exception {
        String staging = "staging: {roots: [" + directory.resolve("staging") + "]}\n";
        sidecar = RunningSidecar.start(directory, staging, HttpClient.newHttpClient());
    }

    @AfterEach
    void stop() {
        sidecar.close();
    }

    @Test
    void aClaimIsKeptOverARestartAndShownWithoutItsRecord() throws Exception {
        assertThat(claim("p1", 3).status()).isEqualTo(200);
        sidecar.close();
        start();

        assertThat(sidecar.get("/v1/claims/p1").json().path("record").asText()).isEqualTo("r");
        assertThat(sidecar.get("/v1/host").json().at("/claims/0/fence").asLong())
                .isEqualTo(3);
        assertThat(sidecar.get("/v1/host").json().at("/claims/0").has("record")).isFalse();
        assertThat(sidecar.delete("/v1/claims/p1?fence=2").problem()).isEqualTo("claim-superseded");
        assertThat(sidecar.delete("/v1/claims/p1?fence=3").status()).isEqualTo(204);
        assertThat(sidecar.delete("/v1/claims/p1?fence=3").status()).isEqualTo(204);
        assertThat(sidecar.get("/v1/claims/p1").problem()).isEqualTo("unknown-claim");
        assertThat(sidecar.get("/v1/host").json().at("/claims").isEmpty()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "p1    | {'digest':'','fence':1,'coordinator':'http://c:9043','record':''}",
                "p1    | {'digest':'a b','fence':1,'coordinator':'http://c:9043','record':''}",
                "p1    | {'digest':'d','fence':0,'coordinator':'http://c:9043','record':''}",
                "p1    | {'digest':'d','fence':1,'coordinator':'c:9043','record':''}",
                "p1    | {'digest':'d','fence':1,'coordinator':'http://a b','record':''}",
                "p1    | {'digest':'d','fence':1,'coordinator':'http://c:9043'}",
                ".p1   | {'digest':'d','fence':1,'coordinator':'http://c:9043','record':''}",
                "p%2F1 | {'digest':'d','fence':1,'coordinator':'http://c:9043','record':''}"
            })
    void aClaimThatIsMalformedIsRefused(String plan, String body) throws Exception {
        assertThat(sidecar.put("/v1/claims/" + plan, json(body)).problem()).isEqualTo("invalid-request");
    }

    @Test
    void aDraftIsKeptInPartsUntilTheNodeIsReleased() throws Exception {
        String second = "{'digest':'d','fence':1,'parts':2,'data':'AQI='}";
        assertThat(draft("p1", 1, second).problem()).isEqualTo("unknown-claim");
        claim("p1", 1);
        assertThat(draft("p1", 1, second).status()).isEqualTo(204);
        assertThat(draft("p1", 1, second).status()).isEqualTo(204);
        assertThat(sidecar.get("/v1/claims/p1").json().path("draftKept").asBoolean())
                .isFalse();
        assertThat(draft("p1", 0, "{'digest':'d','fence':1,'parts':2,'data':''}")
                        .status())
                .isEqualTo(204);
        sidecar.close();
        start();

        assertThat(sidecar.get("/v1/claims/p1").json().path("draftKept").asBoolean())
                .isTrue();
        assertThat(sidecar.get("/v1/claims/p1/draft/1").json().path("data").binaryValue())
                .containsExactly(1, 2);
        assertThat(draft("p1", 0, "{'digest':'e','fence':1,'parts':2,'data':''}")
                        .problem())
                .isEqualTo("claim-superseded");
        sidecar.delete("/v1/claims/p1?fence=1");
        assertThat(sidecar.get("/v1/claims/p1/draft/1").problem()).isEqualTo("unknown-claim");
        claim("p1", 1);
        assertThat(sidecar.get("/v1/claims/p1").json().path("draftKept").asBoolean())
                .isFalse();
        assertThat(sidecar.get("/v1/claims/p1/draft/1").problem()).isEqualTo("unknown-claim");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "2  | {'digest':'d','fence':1,'parts':2,'data':''}    | unprocessable   | part: 2 (expected: 0 to 1)",
                "-1 | {'digest':'d','fence':1,'parts':2,'data':''}    | invalid-request | part: -1 (expected: 0 to 999)",
                "0  | {'digest':'d','fence':1,'parts':0,'data':''}    | invalid-request | parts",
                "0  | {'digest':'d','fence':1,'parts':1001,'data':''} | invalid-request | parts",
                "0  | {'digest':'d','fence':1,'parts':1,'data':'%'}   | invalid-request | data",
                "0  | {'digest':'d','fence':1,'parts':1}              | invalid-request | data"
            })
    void aPartThatIsMalformedIsRefused(int part, String body, String problem, String word) throws Exception {
        claim("p1", 1);

        Answer answer = draft("p1", part, body);

        assertThat(answer.problem()).isEqualTo(problem);
        assertThat(answer.detail()).contains(word);
    }

    private Answer draft(String plan, int part, String body) throws Exception {
        return sidecar.put("/v1/claims/" + plan + "/draft/" + part, json(body));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "transfers    | 'key':'k','transfer':{'sources':[{'uri':'http://127.0.0.1:9'}],'tables':[{'keyspace':'shop','table':'users'}]},'owned':['0:1'],'phases':['NORMAL'],'since':[]",
                "declarations | 'keyspace':'shop','ranges':['0:1'],'copies':1,'transfers':['t']",
                "join         | ",
                "restart      | 'options':[]",
                "cleanup      | "
            })
    void everyStepWantsTheClaimsDigestAndFence(String step, String rest) throws Exception {
        String fields = rest == null ? "" : "," + rest;
        assertThat(step(step, "{'digest':'d','fence':2" + fields + "}").problem())
                .isEqualTo("unknown-claim");
        claim("p1", 2);

        assertThat(step(step, "{'digest':'e','fence':2" + fields + "}").problem())
                .isEqualTo("claim-superseded");
        assertThat(step(step, "{'digest':'d','fence':1" + fields + "}").problem())
                .isEqualTo("claim-superseded");
        assertThat(step(step, "{'digest':'d','fence':3" + fields + "}").problem())
                .isEqualTo("claim-superseded");
        assertThat(step(step, "{'digest':'d','fence':2" + fields + "}").problem())
                .isNotIn("unknown-claim", "claim-superseded", "claimed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "k  k | {}                             | ['0:1'] | ['SURVEY'] | invalid-request | key",
                "k    | {'dryRun':true}                | ['0:1'] | ['SURVEY'] | unprocessable   | dryRun",
                "k    | {'onPartialOverlap':'EXCLUDE'} | ['0:1'] | ['SURVEY'] | unprocessable   | onPartialOverlap",
                "k    | {'maxRate':0}                  | ['0:1'] | ['SURVEY'] | invalid-request | maxRate",
                "k    | {}                             | []      | ['SURVEY'] | invalid-request | owned",
                "k    | {}                             | ['0']   | ['SURVEY'] | invalid-range   | owned",
                "k    | {}                             | ['0:1'] | []         | invalid-request | phases",
                "k    | {}                             | ['0:1'] | ['OTHER']  | unprocessable   | phases",
                "k    | {}                             | ['0:1'] | ['HERE']   | invalid-request | phases"
            })
    void aTransferThatIsMalformedIsRefused(
            String key, String options, String owned, String phases, String problem, String word) throws Exception {
        claim("p1", 1);

        Answer answer = transfer(key, request(TABLES, options), owned, phases, "[]");

        assertThat(answer.problem()).isEqualTo(problem);
        assertThat(answer.detail()).contains(word);
    }

    @Test
    void aTransferIsOfOneKeyspace() throws Exception {
        claim("p1", 1);
        String two = "[{'keyspace':'shop','table':'users'},{'keyspace':'other','table':'users'}]";

        assertThat(transfer("k", request(two, "{}"), "['0:1']", "['NORMAL']", "[]")
                        .detail())
                .contains("2 keyspaces");
    }

    @Test
    void earlierTransfersAreOfThePlanAndHaveEnded() throws Exception {
        claim("p1", 1);
        String own = sidecar.post("/v1/transfers", request(TABLES, "{}"))
                .json()
                .path("id")
                .asText();
        String first = transfer("k", request(TABLES, "{}"), "['0:1']", "['NORMAL']", "[]")
                .json()
                .path("id")
                .asText();

        assertThat(since("missing").problem()).isEqualTo("unknown-transfer");
        assertThat(since(own).detail()).contains("does not belong to plan p1");
        assertThat(since(first).detail()).contains("since", "expected: one that has ended");
    }

    @Test
    void aTransferSaysItsPlanAndIncludesPartialOverlap() throws Exception {
        claim("p1", 1);

        Answer answer = transfer("k", request(TABLES, "{}"), "['0:1']", "['SURVEY']", "[]");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().path("plan").asText()).isEqualTo("p1");
        assertThat(answer.json().at("/request/onPartialOverlap").asText()).isEqualTo("INCLUDE");
        assertThat(transfer("k", request(TABLES, "{}"), "['0:1']", "['SURVEY']", "[]")
                        .json()
                        .path("id"))
                .isEqualTo(answer.json().path("id"));
        assertThat(transfer("k", request(TABLES, "{'maxRate':1048576}"), "['0:1']", "['SURVEY']", "[]")
                        .json()
                        .path("id"))
                .isEqualTo(answer.json().path("id"));
        assertThat(transfer("k", request(TABLES, "{}"), "['0:2']", "['SURVEY']", "[]")
                        .problem())
                .isEqualTo("idempotency-key-reused");
    }

    @Test
    void theSameKeyIsTheSameTransferAfterARestartUnderAHigherFence() throws Exception {
        claim("p1", 1);
        String first = transfer("k", request(TABLES, "{}"), "['0:1']", "['NORMAL']", "[]")
                .json()
                .path("id")
                .asText();
        sidecar.close();
        start();
        claim("p1", 2);

        Answer again = step(
                "transfers",
                "{'digest':'d','fence':2,'key':'k','transfer':"
                        + request(TABLES, "{}").replace('"', '\'')
                        + ",'owned':['0:1'],'phases':['NORMAL'],'since':[]}");

        assertThat(again.json().path("id").asText()).isEqualTo(first);
    }

    @ParameterizedTest
    @ValueSource(strings = {"owned", "phases", "since", "plan", "terms"})
    void noOtherTransferHasThemSet(String field) throws Exception {
        Answer answer = sidecar.post("/v1/transfers", request(TABLES, "{'" + field + "':[]}"));

        assertThat(answer.problem()).isEqualTo("invalid-request");
        assertThat(answer.detail()).contains(field);
    }

    @Test
    void aReleasedPlanHasNoTransferThatRuns() throws Exception {
        claim("p1", 1);
        String id = transfer("k", request(TABLES, "{}"), "['0:1']", "['NORMAL']", "[]")
                .json()
                .path("id")
                .asText();

        assertThat(sidecar.delete("/v1/claims/p1?fence=1").status()).isEqualTo(204);

        assertThat(sidecar.get("/v1/transfers/" + id).json().path("state").asText())
                .isIn("CANCELLING", "CANCELLED");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'keyspace':'a b','ranges':['0:1'],'copies':1,'transfers':['t']        | invalid-request",
                "'keyspace':'system_auth','ranges':['0:1'],'copies':1,'transfers':['t'] | unprocessable",
                "'keyspace':'shop','ranges':[],'copies':1,'transfers':['t']            | invalid-request",
                "'keyspace':'shop','ranges':['0:1'],'copies':1,'transfers':[]          | invalid-request",
                "'keyspace':'shop','ranges':['0:1'],'copies':0,'transfers':['t']       | invalid-request",
                "'keyspace':'shop','ranges':['0'],'copies':1,'transfers':['t']         | invalid-range",
                "'keyspace':'shop','ranges':['0:1'],'copies':1,'transfers':['t']       | cassandra-unavailable"
            })
    void aDeclarationThatIsMalformedIsRefused(String fields, String problem) throws Exception {
        claim("p1", 1);

        assertThat(step("declarations", "{'digest':'d','fence':1," + fields + "}")
                        .problem())
                .isEqualTo(problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"join", "cleanup"})
    void whatNeedsCassandraSaysThatItIsDown(String step) throws Exception {
        claim("p1", 1);

        assertThat(step(step, "{'digest':'d','fence':1}").problem()).isEqualTo("cassandra-unavailable");
    }

    @Test
    void withoutAnExecutableARestartIsLeftToTheOperator() throws Exception {
        claim("p1", 1);

        Answer answer = step("restart", "{'digest':'d','fence':1,'options':['-Dcassandra.join_ring=false']}");

        assertThat(answer.problem()).isEqualTo("illegal-state");
        assertThat(answer.detail()).contains("cassandra.lifecycle", "-Dcassandra.join_ring=false");
        assertThat(sidecar.get("/v1/host").json().path("lifecycle").asBoolean()).isFalse();
    }

    @Test
    void theExecutableRestartsCassandraWithTheOptions() throws Exception {
        sidecar.close();
        Path calls = directory.resolve("calls");
        Path executable =
                Files.writeString(directory.resolve("lifecycle"), "#!/bin/sh\necho \"$@\" >> '" + calls + "'\n");
        assertThat(executable.toFile().setExecutable(true)).isTrue();
        Path again = Files.createDirectory(directory.resolve("again"));
        sidecar =
                RunningSidecar.start(again, "", java.util.Map.of("IDAEUS_CASSANDRA_LIFECYCLE", executable.toString()));
        claim("p1", 1);

        Answer answer = step("restart", "{'digest':'d','fence':1,'options':['-Dcassandra.write_survey=true']}");

        assertThat(answer.status()).isEqualTo(204);
        assertThat(calls).hasContent("stop\nstart -Dcassandra.write_survey=true");
        assertThat(sidecar.get("/v1/host").json().path("lifecycle").asBoolean()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Xmx1g",
                "-Dcassandra.join_ring",
                "-Dcassandra.a=b c",
                "-Dcassandra.a=$(id)",
                "-Dcassandra.a=b\\nc",
                "-javaagent:x.jar"
            })
    void anOptionThatIsNotOneOfCassandrasIsRefused(String option) throws Exception {
        claim("p1", 1);

        assertThat(step("restart", "{'digest':'d','fence':1,'options':['" + option + "']}")
                        .problem())
                .isEqualTo("invalid-request");
    }

    @Test
    void anotherPlanIsRefused() throws Exception {
        claim("p1", 1);

        assertThat(claim("p2", 1).problem()).isEqualTo("claimed");
        assertThat(claim("p1", 1).status()).isEqualTo(200);
    }

    private Answer claim(String plan, long fence) throws Exception {
        return sidecar.put("/v1/claims/" + plan, json(CLAIM.formatted(fence)));
    }

    private Answer step(String step, String body) throws Exception {
        return sidecar.post("/v1/claims/p1/" + step, json(body));
    }

    private Answer since(String id) throws Exception {
        return transfer("delta", request(TABLES, "{}"), "['0:1']", "['NORMAL']", "['" + id + "']");
    }

    private Answer transfer(String key, String request, String owned, String phases, String since) throws Exception {
        return step(
                "transfers",
                "{'digest':'d','fence':1,'key':'" + key + "','transfer':" + request + ",'owned':" + owned + ",'phases':"
                        + phases + ",'since':" + since + "}");
    }

    /** @param options an object with more fields */
    private static String request(String tables, String options) {
        String more = options.substring(1, options.length() - 1);
        return json("{'sources':" + SOURCES + ",'tables':" + tables + (more.isEmpty() ? "" : "," + more) + "}");
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }
}
