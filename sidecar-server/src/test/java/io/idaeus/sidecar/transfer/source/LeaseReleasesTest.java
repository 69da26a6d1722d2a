/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaseReleasesTest {
    private static final PinnedSource SOURCE =
            new PinnedSource("http://10.0.0.1:9043", "h", "c", "tag", List.of("0:0"), true, null);

    private final List<String> asked = new ArrayList<>();
    private boolean away;
    private long now;
    private final LeaseReleases releases = new LeaseReleases(
            (transfer, source) -> {
                asked.add(transfer);
                if (away) {
                    throw new ProblemException(ProblemType.PEER_UNREACHABLE, "away");
                }
            },
            Duration.ofHours(1),
            () -> now);

    @Test
    void aReleasedLeaseIsNotReleasedAgain() {
        releases.release("a", SOURCE);
        releases.retry();

        assertThat(asked).containsExactly("a");
    }

    @Test
    void aReleaseIsRetriedUntilTheSourceAnswers() {
        away = true;
        releases.release("a", SOURCE);
        releases.retry();
        away = false;
        releases.retry();
        releases.retry();

        assertThat(asked).containsExactly("a", "a", "a");
    }

    @Test
    void aReleaseIsNotRetriedOnceTheLeaseHasExpired() {
        away = true;
        releases.release("a", SOURCE);
        now = Duration.ofMinutes(61).toNanos();
        releases.retry();
        releases.retry();

        assertThat(asked).containsExactly("a", "a");
    }
}
