/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.RunningSidecar.Answer;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RevisionTest {
    private static final String LIMITS = "/v1/limits";

    private static RunningSidecar sidecar;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        sidecar = RunningSidecar.start(directory);
    }

    @AfterAll
    static void stop() {
        sidecar.close();
    }

    @Test
    void whatHasNotChangedIsNotSentAgain() throws Exception {
        String tag = sidecar.get(LIMITS).header("ETag");

        for (String header : new String[] {tag, "W/" + tag, "\"other\", " + tag, "*"}) {
            Answer answer = sidecar.get(LIMITS, "If-None-Match", header);
            assertThat(answer.status()).as(header).isEqualTo(304);
            assertThat(answer.body()).isEmpty();
            assertThat(answer.header("ETag")).isEqualTo(tag);
        }
        assertThat(sidecar.get(LIMITS, "If-None-Match", "\"other\"").status()).isEqualTo(200);
    }

    @Test
    void aTransferHasANewTagWhenItChanges() throws Exception {
        String request = "{\"sources\": [{\"uri\": \"http://127.0.0.1:1\"}], \"tables\":"
                + " [{\"keyspace\": \"shop\", \"table\": \"users\"}]}";
        String none = sidecar.get("/v1/transfers").header("ETag");
        String at = "/v1/transfers/"
                + sidecar.post("/v1/transfers", request).json().path("id").asText();
        assertThat(sidecar.get("/v1/transfers", "If-None-Match", none).status()).isEqualTo(200);
        // The peer is not allowed.
        Await.until("the end of the transfer", () -> isFailed(at));
        String failed = sidecar.get(at).header("ETag");
        assertThat(failed).isNotEqualTo(none).isNotEmpty();
        assertThat(sidecar.get(at, "If-None-Match", failed).status()).isEqualTo(304);
        String listed = sidecar.get("/v1/transfers").header("ETag");

        assertThat(sidecar.delete(at).status()).isEqualTo(204);

        assertThat(sidecar.get("/v1/transfers", "If-None-Match", listed).status())
                .isEqualTo(200);
    }

    @Test
    void whoeverChangesLimitsMayRequireThemToBeTheOnesThatWereRead() throws Exception {
        String before = sidecar.get(LIMITS).header("ETag");
        assertThat(put(100_000, before).status()).isEqualTo(200);

        Answer late = put(200_000, before);

        assertThat(late.status()).isEqualTo(412);
        assertThat(late.problem()).isEqualTo("precondition-failed");
        assertThat(late.detail()).contains(before, "Nothing was changed");
        assertThat(sidecar.get(LIMITS).json().at("/settings/sendRate").asInt()).isEqualTo(100_000);
        assertThat(delete(before).status()).isEqualTo(412);
        String now = sidecar.get(LIMITS).header("ETag");
        assertThat(late.detail()).contains(now);
        assertThat(delete(now).status()).isEqualTo(200);
        assertThat(put(300_000, "*").status()).isEqualTo(200);
        assertThat(sidecar.delete(LIMITS).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "null", "\"\"", "\"a\", \"b\""})
    void aTagThatNoResponseHadMatchesNothing(String tag) throws Exception {
        assertThat(put(100_000, tag).status()).isEqualTo(412);
    }

    @Test
    void oneOfSeveralTagsMayMatchAndAWeakOneNever() throws Exception {
        String now = sidecar.get(LIMITS).header("ETag");

        assertThat(put(100_000, "W/" + now).status()).isEqualTo(412);
        assertThat(put(100_000, "\"other\", " + now).status()).isEqualTo(200);
        assertThat(sidecar.delete(LIMITS).status()).isEqualTo(200);
    }

    @Test
    void aHeaderThatIsTooLongIsRefused() throws Exception {
        Answer answer = put(100_000, "x".repeat(256));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.detail()).contains("If-Match", "at most 255");
    }

    private static boolean isFailed(String transfer) {
        try {
            return sidecar.get(transfer).json().path("state").asText().equals("FAILED");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Answer put(int rate, String ifMatch) throws Exception {
        return sidecar.send(sidecar.request(LIMITS, "If-Match", ifMatch, "Content-Type", "application/json")
                .PUT(BodyPublishers.ofString("{\"sendRate\": " + rate + "}")));
    }

    private static Answer delete(String ifMatch) throws Exception {
        return sidecar.send(sidecar.request(LIMITS, "If-Match", ifMatch).DELETE());
    }
}
