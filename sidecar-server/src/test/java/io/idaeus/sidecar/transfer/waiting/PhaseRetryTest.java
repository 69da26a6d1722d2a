/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.idaeus.api.ProblemType;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.api.transfer.TransferWait;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarException;
import io.idaeus.sidecar.problem.ProblemException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PhaseRetryTest {
    private static final Duration RETRY_FOR = Duration.ofHours(1);

    private Instant now = Instant.EPOCH;
    private final Waits transfer = new Waits();
    private final PhaseRetry retry = new PhaseRetry(
            new NodeGate(() -> "NORMAL", () -> Phase.NORMAL, () -> {}),
            new WaitLoop(Duration.ofSeconds(3)),
            RETRY_FOR,
            new SteadyTestClock(),
            new Random(1));

    @Test
    void aPeerThatAsksToBeAskedLaterFailsNoTransfer() throws Exception {
        Duration asked = Duration.ofMinutes(5);

        retry.untilDone(transfer, () -> {
            if (now.isBefore(Instant.EPOCH.plus(RETRY_FOR.multipliedBy(5)))) {
                throw ProblemException.busyPeer("http://b: its quota is used up", asked, new IllegalStateException());
            }
        });

        assertThat(transfer.pauses).hasSizeGreaterThan(50).allSatisfy(pause -> assertThat(pause)
                .isGreaterThanOrEqualTo(asked));
        assertThat(transfer.obstacles.get(0).cause()).isEqualTo(TransferWait.Cause.PEER);
        assertThat(transfer.obstacles.get(0).remedy()).contains("quota");
    }

    @Test
    void aPeerThatDoesNotAnswerDoesAfterRetryFor() {
        assertThatThrownBy(() -> retry.untilDone(transfer, () -> {
                    throw new ProblemException(ProblemType.PEER_UNREACHABLE, "gone");
                }))
                .hasMessageStartingWith("gone; retried for")
                .hasMessageContaining("transfers.retryFor");
        assertThat(now).isAfter(Instant.EPOCH.plus(RETRY_FOR));
    }

    @Test
    void theTimeThatItWasBusyDoesNotCountAsAnOutage() throws Exception {
        int[] calls = {0};

        retry.untilDone(transfer, () -> {
            calls[0]++;
            if (calls[0] == 1) {
                throw ProblemException.busyPeer("busy", RETRY_FOR.multipliedBy(2), new IllegalStateException());
            }
            if (calls[0] < 5) {
                throw new ProblemException(ProblemType.PEER_UNREACHABLE, "gone");
            }
        });

        assertThat(calls[0]).isEqualTo(5);
    }

    private final class SteadyTestClock extends Clock {
        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    private final class Waits implements PhaseControl {
        private final List<Duration> pauses = new ArrayList<>();
        private final List<Obstacle> obstacles = new ArrayList<>();

        @Override
        public String id() {
            return "t1";
        }

        @Override
        public TransferState phase() {
            return TransferState.PLANNING;
        }

        @Override
        public List<Phase> nodePhases() {
            return List.of(Phase.NORMAL);
        }

        @Override
        public void checkInterrupted() {}

        @Override
        public void sleep(Duration time) {
            pauses.add(time);
            now = now.plus(time);
        }

        @Override
        public void sleepThrough(Duration time) {
            sleep(time);
        }

        @Override
        public void reportWait(Obstacle obstacle, int attempts) {
            obstacles.add(obstacle);
        }

        @Override
        public void hold(Obstacle obstacle, int attempts) {}

        @Override
        public void clearWait() {}

        @Override
        public boolean isCancelRequested() {
            return false;
        }

        @Override
        public boolean isStopping() {
            return false;
        }
    }

    @Test
    void ofASourceWhoseCassandraIsAwayItSaysWhatToStart() {
        ProblemException away = new ProblemException(
                ProblemType.PEER_UNREACHABLE,
                "the Cassandra of source http://a:9043: Cassandra does not answer",
                answerOf(ProblemType.CASSANDRA_UNAVAILABLE));
        ProblemException gone = new ProblemException(ProblemType.PEER_UNREACHABLE, "http://a:9043: refused");

        assertThat(Obstacle.peer(away).remedy()).contains("start Cassandra beside the source's sidecar");
        assertThat(Obstacle.peer(gone).remedy()).contains("start the source's sidecar");
    }

    private static SidecarException answerOf(ProblemType type) {
        try (FakePeer peer = new FakePeer(type)) {
            return catchThrowableOfType(
                    SidecarException.class, () -> SidecarClient.of(peer.uri()).node());
        }
    }
}
