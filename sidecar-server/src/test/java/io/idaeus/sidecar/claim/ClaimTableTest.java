/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.idaeus.api.ProblemType;
import io.idaeus.api.claim.Claim;
import io.idaeus.api.claim.ClaimRequest;
import io.idaeus.sidecar.problem.ProblemException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaimTableTest {
    private static final String FIRST = "http://first:9043";
    private static final String SECOND = "http://second:9043";

    @TempDir
    Path directory;

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private long nanos;
    private ClaimTable claims;

    @BeforeEach
    void open() {
        claims = ClaimTable.open(directory, () -> now, () -> nanos);
    }

    @Test
    void aClaimIsThereAfterARestart() {
        Claim claim = claims.claim("p1", request("d", 1, FIRST, "record"), null, null);

        open();

        assertThat(claims.get("p1")).isEqualTo(claim);
        assertThat(claim.record()).isEqualTo("record");
        assertThat(claims.all()).singleElement().satisfies(listed -> {
            assertThat(listed.plan()).isEqualTo("p1");
            assertThat(listed.record()).isNull();
        });
    }

    @Test
    void theSameClaimAgainKeepsItsTimeAndReplacesTheRecord() {
        Instant since =
                claims.claim("p1", request("d", 1, FIRST, "old"), null, null).since();
        now = now.plusSeconds(60);

        Claim again = claims.claim("p1", request("d", 1, FIRST, "new"), null, null);

        assertThat(again.since()).isEqualTo(since);
        open();
        assertThat(claims.get("p1").record()).isEqualTo("new");
    }

    @Test
    void anotherPlanWaitsUntilTheNodeIsReleased() {
        claims.claim("p1", request("d", 1, FIRST, ""), null, null);

        refused(ProblemType.CLAIMED, "p1", () -> claims.claim("p2", request("d", 9, SECOND, ""), null, null));

        claims.release("p1", 1);
        assertThatNoException().isThrownBy(() -> claims.claim("p2", request("d", 1, SECOND, ""), null, null));
    }

    @Test
    void anotherDigestIsRefusedAtAnyFence() {
        claims.claim("p1", request("d", 1, FIRST, ""), null, null);

        refused(
                ProblemType.CLAIM_SUPERSEDED,
                "digest",
                () -> claims.claim("p1", request("e", 1, FIRST, ""), null, null));
        refused(
                ProblemType.CLAIM_SUPERSEDED,
                "digest",
                () -> claims.claim("p1", request("e", 2, FIRST, ""), null, null));
        refused(ProblemType.CLAIM_SUPERSEDED, "digest", () -> claims.check("p1", "e", 1));
    }

    @Test
    void aHigherFenceIsRecordedAndALowerOneIsOver() {
        claims.claim("p1", request("d", 1, FIRST, ""), null, null);
        assertThat(claims.raises("p1", request("d", 2, SECOND, ""))).isTrue();
        claims.claim("p1", request("d", 2, SECOND, ""), null, null);
        open();

        assertThatNoException().isThrownBy(() -> claims.check("p1", "d", 2));
        refused(ProblemType.CLAIM_SUPERSEDED, SECOND, () -> claims.check("p1", "d", 1));
        refused(ProblemType.CLAIM_SUPERSEDED, SECOND, () -> claims.claim("p1", request("d", 1, FIRST, ""), null, null));
        refused(ProblemType.CLAIM_SUPERSEDED, SECOND, () -> claims.isHeld("p1", 1));
        assertThat(claims.raises("p1", request("d", 1, FIRST, ""))).isFalse();
    }

    @Test
    void aCoordinatorIsSilentThatHasNeitherClaimedNorCheckedForAWhile() {
        Duration minute = Duration.ofMinutes(1);
        claims.claim("p1", request("d", 1, FIRST, ""), null, null);
        nanos += minute.toNanos() - 1;
        assertThat(claims.silentFor(minute)).isEmpty();
        claims.check("p1", "d", 1);
        nanos += minute.toNanos();
        assertThat(claims.silentFor(minute)).hasValue("p1");

        refused(ProblemType.CLAIM_SUPERSEDED, "digest", () -> claims.check("p1", "e", 1));
        assertThat(claims.silentFor(minute)).hasValue("p1");
        claims.claim("p1", request("d", 1, FIRST, ""), null, null);
        assertThat(claims.silentFor(minute)).isEmpty();

        nanos += minute.toNanos();
        claims.release("p1", 1);
        assertThat(claims.silentFor(minute)).isEmpty();
    }

    @Test
    void aFenceThatNobodyClaimedIsRefused() {
        claims.claim("p1", request("d", 1, FIRST, ""), null, null);

        refused(ProblemType.CLAIM_SUPERSEDED, "claim first", () -> claims.check("p1", "d", 2));
    }

    @Test
    void twoCoordinatorsCannotShareAFence() {
        claims.claim("p1", request("d", 1, FIRST, ""), null, null);

        refused(
                ProblemType.CLAIM_SUPERSEDED,
                "higher",
                () -> claims.claim("p1", request("d", 1, SECOND, ""), null, null));
    }

    @Test
    void aCoordinatorOfThePastCannotClaimAReleasedNode() {
        claims.claim("p1", request("d", 1, FIRST, ""), null, null);
        claims.claim("p1", request("d", 2, SECOND, ""), null, null);
        claims.release("p1", 2);
        open();

        refused(
                ProblemType.CLAIM_SUPERSEDED,
                "fence 1",
                () -> claims.claim("p1", request("d", 1, FIRST, ""), null, null));
        refused(ProblemType.UNKNOWN_CLAIM, "p1", () -> claims.get("p1"));
        refused(ProblemType.UNKNOWN_CLAIM, "p1", () -> claims.check("p1", "d", 2));
        assertThat(claims.all()).isEmpty();
        assertThat(claims.isHeld("p1", 2)).isFalse();
        assertThatNoException().isThrownBy(() -> claims.claim("p1", request("d", 2, SECOND, ""), null, null));
    }

    private static void refused(ProblemType type, String words, ThrowingCallable call) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(call)
                .withMessageContaining(words)
                .extracting(ProblemException::type)
                .isEqualTo(type);
    }

    private static ClaimRequest request(String digest, long fence, String coordinator, String record) {
        return new ClaimRequest(digest, fence, coordinator, record);
    }
}
