/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.transfer.job.ClaimTerms;
import io.idaeus.sidecar.transfer.job.TransferJournal;
import io.idaeus.sidecar.transfer.job.TransferRegistry;
import io.idaeus.sidecar.transfer.job.TransferRun;
import io.idaeus.sidecar.transfer.waiting.LocalDiskException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes transfers off the record that have ended. Thread-safe. */
final class TransferHistory {
    private static final Logger LOG = LoggerFactory.getLogger(TransferHistory.class);

    private final TransferRegistry transfers;
    private final TransferJournal journal;
    private final TransferUpkeep upkeep;
    private final TransferQuotas quotas;
    private final Consumer<String> deleted;
    private final InstantSource clock;
    private volatile Predicate<String> keptPlans = plan -> false;

    TransferHistory(
            TransferRegistry transfers,
            TransferJournal journal,
            TransferUpkeep upkeep,
            TransferQuotas quotas,
            Consumer<String> deleted,
            InstantSource clock) {
        this.transfers = transfers;
        this.journal = journal;
        this.upkeep = upkeep;
        this.quotas = quotas;
        this.deleted = deleted;
        this.clock = clock;
    }

    /** Keeps the transfers of plans that may still ask for them. */
    void keepPlans(Predicate<String> running) {
        keptPlans = running;
    }

    /** @throws ProblemException UNKNOWN_TRANSFER; ILLEGAL_STATE unless it has ended, and its plan needs it no more */
    void delete(String id) {
        TransferRun run = transfers.get(id);
        if (!run.state().isFinal()) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "transfer " + id + " is " + run.state()
                            + " (expected: one that has ended); cancel it first, or wait for its end");
        }
        if (isKept(run)) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "transfer " + id
                            + " belongs to a plan that has this node and may still ask for it (expected: one of"
                            + " no plan, or of a plan that has ended); delete it when the plan has ended");
        }
        try {
            forget(id);
        } catch (LocalDiskException e) {
            throw e.problem();
        }
        LOG.info("{} deleted from the record", id);
    }

    /** Deletes what the quotas leave no room for: the oldest first. */
    void prune() {
        Instant oldest = clock.instant().minus(quotas.endedFor());
        List<TransferRun> ended = transfers.newestFirst().stream()
                .filter(run -> run.state().isFinal())
                .toList();
        for (int i = 0; i < ended.size(); i++) {
            TransferRun run = ended.get(i);
            Instant finished = run.stored().record().finishedAt();
            boolean old = finished != null && finished.isBefore(oldest);
            if ((i >= quotas.ended() || old) && !isKept(run) && upkeep.needsNoStaging(run)) {
                tryToForget(run.id(), old ? "too old" : "too many have ended since");
            }
        }
    }

    private void tryToForget(String id, String why) {
        try {
            forget(id);
            LOG.info("{} deleted from the record: {}", id, why);
        } catch (LocalDiskException e) {
            LOG.warn("{} cannot be deleted from the record; tried again later", id, e);
        }
    }

    private boolean isKept(TransferRun run) {
        ClaimTerms terms = run.stored().record().terms();
        return terms != null && keptPlans.test(terms.plan());
    }

    private void forget(String id) {
        upkeep.forget(id);
        journal.forget(id);
        transfers.remove(id);
        deleted.accept(id);
    }
}
