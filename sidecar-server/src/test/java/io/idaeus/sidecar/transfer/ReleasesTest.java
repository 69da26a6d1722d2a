/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReleasesTest {
    private static final PinnedSource SOURCE =
            new PinnedSource("http://10.0.0.1:9043", "h", "c", "10.0.0.1", 9044, "tag", List.of("0:0"), true, null);

    private final List<String> asked = new ArrayList<>();
    private boolean away;
    private long now;
    private final Releases releases = new Releases(
            (transfer, source) -> {
                asked.add(transfer);
                if (away) {
                    throw new ProblemException(ProblemType.PEER_UNREACHABLE, "away");
                }
            },
            Duration.ofHours(1),
            () -> now);

    @Test
    void whatIsTakenBackIsNotAskedForAgain() {
        releases.give("a", SOURCE);
        releases.again();

        assertThat(asked).containsExactly("a");
    }

    @Test
    void aSourceThatWasAwayIsAskedUntilItAnswers() {
        away = true;
        releases.give("a", SOURCE);
        releases.again();
        away = false;
        releases.again();
        releases.again();

        assertThat(asked).containsExactly("a", "a", "a");
    }

    @Test
    void onceTheLeaseHasRunOutNobodyIsAsked() {
        away = true;
        releases.give("a", SOURCE);
        now = Duration.ofMinutes(61).toNanos();
        releases.again();
        releases.again();

        assertThat(asked).containsExactly("a", "a");
    }
}
