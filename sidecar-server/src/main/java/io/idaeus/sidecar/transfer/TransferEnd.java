/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.Problem;
import io.idaeus.api.ProblemType;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.durable.CrashPoint;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.store.LocalDiskException;
import io.idaeus.sidecar.transfer.job.SstableOutcomes;
import io.idaeus.sidecar.transfer.job.StoredTransfer;
import io.idaeus.sidecar.transfer.job.TransferRecord;
import io.idaeus.sidecar.transfer.landing.Staging;
import io.idaeus.sidecar.transfer.source.SourceLeases;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends transfers: releases leases, clears staging, and records the end last. */
final class TransferEnd {
    private static final Logger LOG = LoggerFactory.getLogger(TransferEnd.class);

    private final SourceLeases leases;
    private final Staging staging;
    private final InstantSource clock;
    private final AuditLog audit;

    TransferEnd(SourceLeases leases, Staging staging, InstantSource clock, AuditLog audit) {
        this.audit = audit;
        this.leases = leases;
        this.staging = staging;
        this.clock = clock;
    }

    /** @throws ProblemException CASSANDRA_REFUSED where SSTables were selected and none was imported */
    void completed(StoredTransfer transfer) {
        SstableOutcomes outcomes = transfer.outcomes();
        List<String> missing = outcomes.shortfall();
        int selected = outcomes.counts().planned();
        if (selected > 0 && outcomes.inState(TransferSstable.State.IMPORTED).isEmpty()) {
            throw new ProblemException(
                    ProblemType.CASSANDRA_REFUSED,
                    "no SSTable was imported: " + String.join(", ", missing) + "; GET /v1/transfers/" + transfer.id()
                            + "/sstables gives the reason of each");
        }
        transfer.checkpoint();
        release(transfer);
        CrashPoint.DONE.of("releases");
        boolean lacks = outcomes.selection().lacksRanges();
        Transfer.Outcome outcome = missing.isEmpty() && !lacks ? Transfer.Outcome.COMPLETE : Transfer.Outcome.PARTIAL;
        String reason = reason(missing, lacks, transfer.record());
        if (missing.isEmpty()) {
            staging.clear(transfer.id());
            CrashPoint.DONE.of("clearings-of-staging");
        }
        transfer.change(edit -> edit.outcome(outcome).state(TransferState.COMPLETED, reason, clock.instant()));
        record(transfer.record());
    }

    // A cancel or a pause during the last import is too late: what is live cannot be taken back.
    private static @Nullable String reason(List<String> missing, boolean lacks, TransferRecord record) {
        List<String> parts = new ArrayList<>(missing);
        if (lacks) {
            parts.add("some requested ranges have no source");
        }
        if (record.cancelRequested() || record.pauseRequested()) {
            String what = record.cancelRequested() ? "cancel" : "pause";
            parts.add("the " + what + " came after the last import had begun");
        }
        return parts.isEmpty() ? null : String.join(", ", parts);
    }

    // The transfer continues later.
    void interrupted(StoredTransfer transfer) {
        try {
            checkpoint(transfer);
        } catch (LocalDiskException e) {
            LOG.warn("{} cannot write its progress; staging will be read again", transfer.id(), e);
        }
    }

    void cancelled(StoredTransfer transfer) {
        release(transfer);
        staging.clear(transfer.id());
        checkpoint(transfer);
        transfer.change(edit -> edit.outcome(transfer.outcomeSoFar())
                .state(TransferState.CANCELLED, "cancel requested", clock.instant()));
        record(transfer.record());
    }

    void failed(StoredTransfer transfer, ProblemException e) {
        // A problem that an operator can mend needs no stack trace.
        if (e.type() == ProblemType.INTERNAL) {
            LOG.warn("{} failed in {}", transfer.id(), transfer.state(), e);
        } else {
            LOG.warn(
                    "{} failed in {}: {}: {}",
                    transfer.id(),
                    transfer.state(),
                    e.type().slug(),
                    e.getMessage());
            LOG.debug("{} failed", transfer.id(), e);
        }
        checkpoint(transfer);
        release(transfer);
        String detail = String.valueOf(e.getMessage());
        Problem problem = new Problem(
                e.type().uri(), e.type().title(), e.type().status(), detail, "/v1/transfers/" + transfer.id());
        transfer.change(edit -> edit.problem(problem)
                .outcome(transfer.outcomeSoFar())
                .state(TransferState.FAILED, detail, clock.instant()));
        record(transfer.record());
    }

    private void record(TransferRecord ended) {
        Map<String, String> target = new LinkedHashMap<>();
        target.put("id", ended.id());
        if (ended.terms() != null) {
            target.put("plan", ended.terms().plan());
        }
        target.put(
                "tables",
                ended.request().tables().stream()
                        .map(table -> table.keyspace() + "." + table.table())
                        .collect(Collectors.joining(",")));
        if (ended.outcome() != null) {
            target.put("outcome", ended.outcome().name());
        }
        if (ended.problem() != null) {
            target.put("problem", ended.problem().type());
        }
        audit.end(
                "transfer.end",
                target,
                ended.requestedBy(),
                ended.state().name(),
                Duration.between(ended.createdAt(), clock.instant()));
    }

    private static void checkpoint(StoredTransfer transfer) {
        if (transfer.outcomesInMemory() != null) {
            transfer.checkpoint();
        }
    }

    private void release(StoredTransfer transfer) {
        transfer.record().sources().forEach(source -> leases.release(transfer.id(), source));
    }
}
