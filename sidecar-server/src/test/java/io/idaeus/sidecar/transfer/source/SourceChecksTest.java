/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.ProblemType;
import io.idaeus.api.claim.SourceCheck.UnusableSource;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.sidecar.problem.ProblemException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SourceChecksTest {
    private final CountDownLatch never = new CountDownLatch(1);

    @Test
    void thoseThatCannotBeUsedAreNamedInTheirOrder() {
        assertThat(unusable("good", "refused", "good", "gone"))
                .containsExactly(
                        new UnusableSource("refused", ProblemType.PEER_NOT_ALLOWED.uri(), "refused: no"),
                        new UnusableSource("gone", ProblemType.PEER_UNREACHABLE.uri(), "gone: no"));
        assertThat(unusable("defect", "good"))
                .extracting(UnusableSource::problem)
                .containsExactly(ProblemType.INTERNAL.uri());
        assertThat(unusable()).isEmpty();
        assertThat(unusable("good")).isEmpty();
    }

    /** Its time is its own: the others have theirs, however many there are. */
    @Test
    void oneThatHangsIsNamedAndKeepsNoOtherWaiting() {
        String[] many = IntStream.range(0, 63).mapToObj(i -> "hangs").toArray(String[]::new);
        List<UnusableSource> found = unusable(many);
        assertThat(found).hasSize(63).allSatisfy(each -> {
            assertThat(each.problem()).isEqualTo(ProblemType.PEER_UNREACHABLE.uri());
            assertThat(each.detail()).contains("no answer from source hangs within 1 s");
        });
        assertThat(unusable("hangs", "refused")).extracting(UnusableSource::uri).containsExactly("hangs", "refused");
    }

    private List<UnusableSource> unusable(String... uris) {
        SstableSources sources = new SstableSources() {
            @Override
            public SstableSource contact(SourceRef source) {
                switch (source.uri()) {
                    case "refused" -> throw new ProblemException(ProblemType.PEER_NOT_ALLOWED, "refused: no");
                    case "gone" -> throw new ProblemException(ProblemType.PEER_UNREACHABLE, "gone: no");
                    case "defect" -> throw new IllegalStateException("a defect");
                    case "hangs" -> await();
                    default -> {}
                }
                return null;
            }

            @Override
            public SstableSource contact(PinnedSource source) {
                throw new AssertionError(source);
            }
        };
        return new SourceChecks(sources, Duration.ofSeconds(1))
                .unusable(List.of(uris).stream().map(SourceRef::at).toList());
    }

    private void await() {
        try {
            never.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
