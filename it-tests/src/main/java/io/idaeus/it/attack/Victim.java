/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferPlan;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.client.SidecarCallException;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarException;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** Has the destination deal with the hostile peer, and judges how that ends. */
final class Victim {
    // The end of a call to the peer, and the release of its lease: transfers.peerTimeout (5 s) each, beside other
    // attacks.
    private static final Duration CANCELLED_WITHIN = Duration.ofSeconds(30);
    private static final Duration PREVIEWED_WITHIN = Duration.ofSeconds(45);

    private static final Set<String> OF_PEERS =
            Set.of(ProblemType.PEER_FAILED.uri(), ProblemType.PEER_UNREACHABLE.uri(), ProblemType.PEER_MISMATCH.uri());

    private final SidecarProcess sidecar;
    private final SidecarClient client;
    private final PayloadTable table;
    private final List<String> ranges;
    private final Tally tally;
    private final Words words;

    /**
     * @param ranges to ask for; empty for all
     * @param peer names of the hostile peer
     */
    Victim(AttackScene scene, PayloadTable table, List<String> ranges, List<String> peer, Tally tally) {
        this.sidecar = scene.destinationSidecar();
        this.client = scene.connected(SidecarClient.builder(sidecar.restUri())
                .tls(scene.identity("operator").ssl())
                .requestTimeout(Duration.ofSeconds(20))
                .workTimeout(PREVIEWED_WITHIN)
                .build());
        this.table = table;
        this.ranges = ranges;
        this.tally = tally;
        this.words = new Words(tally, peer);
    }

    /** @param source the peer's port */
    void preview(String source, Misdeed misdeed) {
        tally.sent();
        try {
            TransferPlan plan = client.planTransfer(request(source));
            plan.findings().forEach(finding -> words.check(finding.subject() + finding.detail(), misdeed.name()));
            tally.served();
        } catch (SidecarException e) {
            refused(e, misdeed);
        } catch (SidecarCallException e) {
            tally.heldUp("a preview: " + e.getMessage() + ", after " + misdeed.name());
        }
    }

    /** As an operator does who is told that the peer has a plan. */
    void adopt(String source, Misdeed misdeed) {
        tally.sent();
        try {
            client.plans().adopt("p-0123456789abcdef", source);
            tally.breaks("a plan adopted from a hostile peer, after " + misdeed.name());
        } catch (SidecarException e) {
            refused(e, misdeed);
        } catch (SidecarCallException e) {
            tally.heldUp("an adoption: " + e.getMessage() + ", after " + misdeed.name());
        }
    }

    private void refused(SidecarException e, Misdeed misdeed) {
        int status = e.problem().status();
        // 502 to 504 are about the peer, or Cassandra.
        if (status == 500 || status == 501 || status > 504) {
            tally.breaks("status " + status + ": "
                    + BrokenAnswers.shown(e.problem().detail()) + ", after " + misdeed.name());
            return;
        }
        tally.refused();
        if (OF_PEERS.contains(e.problem().type())) {
            words.checkNaming(e.problem().detail(), misdeed.name());
        } else {
            words.check(e.problem().detail(), misdeed.name());
        }
    }

    /**
     * Returns whether the transfer says that everything was imported.
     *
     * @param patience to wait for its end, before it is cancelled
     */
    boolean transfer(String source, Misdeed misdeed, Duration patience) throws InterruptedException {
        tally.sent();
        String key = UUID.randomUUID().toString();
        String id = AttackScene.reached(() -> client.createTransfer(request(source), key))
                .id();
        Transfer now = awaitEnd(id, patience);
        if (!now.state().isFinal()) {
            now = cancel(now, misdeed);
        }
        judge(now, misdeed);
        if (now.state().isFinal()) {
            client.deleteTransfer(id);
            checkStaging(id, misdeed);
        }
        return isComplete(now);
    }

    private static boolean isComplete(Transfer transfer) {
        return transfer.state() == TransferState.COMPLETED && transfer.outcome() == Transfer.Outcome.COMPLETE;
    }

    private Transfer cancel(Transfer waiting, Misdeed misdeed) throws InterruptedException {
        if (waiting.waiting() != null) {
            words.checkNaming(waiting.waiting().detail(), misdeed.name());
            if (waiting.waiting().remedy().isBlank()) {
                tally.breaks("it waits without a remedy, after " + misdeed.name());
            }
        }
        AttackScene.reached(() -> client.cancelTransfer(waiting.id()));
        Transfer ended = awaitEnd(waiting.id(), CANCELLED_WITHIN);
        if (!ended.state().isFinal()) {
            tally.heldUp("a transfer that was cancelled is " + ended.state() + " " + CANCELLED_WITHIN + " later, after "
                    + misdeed.name());
        }
        return ended;
    }

    private void judge(Transfer ended, Misdeed misdeed) {
        ended.findings().forEach(finding -> words.check(finding.subject() + finding.detail(), misdeed.name()));
        if (ended.state() == TransferState.FAILED) {
            if (ended.problem() == null) {
                tally.breaks("FAILED without a problem, after " + misdeed.name());
                return;
            }
            String type = ended.problem().type();
            if (type.equals(ProblemType.INTERNAL.uri())) {
                tally.breaks("FAILED as internal: " + ended.problem().detail() + ", after " + misdeed.name());
            } else if (OF_PEERS.contains(type)) {
                words.checkNaming(ended.problem().detail(), misdeed.name());
            } else {
                words.check(ended.problem().detail(), misdeed.name());
            }
            tally.refused();
        } else if (isComplete(ended)) {
            tally.served();
            if (!misdeed.harmless()) {
                tally.breaks("a complete transfer, after " + misdeed.name());
            }
        } else {
            tally.refused();
        }
    }

    private Transfer awaitEnd(String id, Duration patience) throws InterruptedException {
        AttackDeadline deadline = AttackDeadline.in(patience);
        Transfer now = AttackScene.reached(() -> client.transfer(id));
        while (!now.state().isFinal() && !deadline.isOver()) {
            Thread.sleep(50);
            now = AttackScene.reached(() -> client.transfer(id));
        }
        return now;
    }

    private void checkStaging(String id, Misdeed misdeed) {
        Path root = sidecar.stagingRoot();
        try (Stream<Path> left = Files.list(root)) {
            List<Path> its = left.filter(path -> path.getFileName().toString().contains(id))
                    .toList();
            if (!its.isEmpty()) {
                tally.breaks("left in staging: " + its + ", after " + misdeed.name());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private TransferRequest request(String source) {
        return TransferRequest.builder(
                        List.of(SourceRef.at(source)), List.of(new TableRef(table.keyspace(), table.table())))
                .ranges(ranges.isEmpty() ? null : ranges)
                .build();
    }
}
