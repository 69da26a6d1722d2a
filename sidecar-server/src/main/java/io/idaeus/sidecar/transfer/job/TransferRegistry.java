/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import io.idaeus.api.ProblemType;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.sidecar.job.JobKind;
import io.idaeus.sidecar.job.JobRegistry;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.selection.ImportedSstables;
import io.idaeus.sidecar.selection.SelectedSstable;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Every transfer on record, by id and so by age. Those that ended before this process began are read when they are first
 * asked for. Thread-safe.
 */
public final class TransferRegistry extends JobRegistry<TransferRun> {
    public TransferRegistry() {
        super(new JobKind("transfer", ProblemType.UNKNOWN_TRANSFER, "GET /v1/transfers"));
    }

    public Optional<TransferRun> withKey(@Nullable String idempotencyKey) {
        return idempotencyKey == null
                ? Optional.empty()
                : all().stream()
                        .filter(run -> Objects.equals(run.stored().record().idempotencyKey(), idempotencyKey))
                        .findFirst();
    }

    /** @throws ProblemException UNKNOWN_TRANSFER; ILLEGAL_STATE where it is no transfer of the plan */
    public TransferRun ofPlan(String plan, String id) {
        TransferRun run = get(id);
        ClaimTerms terms = run.stored().record().terms();
        if (terms == null || !terms.plan().equals(plan)) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "transfer " + id + " does not belong to plan " + plan + " (expected: a transfer of the plan)");
        }
        return run;
    }

    /** Oldest first. */
    public List<TransferRun> ofPlan(String plan) {
        return all().stream()
                .filter(run -> {
                    ClaimTerms terms = run.stored().record().terms();
                    return terms != null && terms.plan().equals(plan);
                })
                .toList();
    }

    /** The SSTables that these transfers have imported so far. */
    public ImportedSstables imported(List<String> ids) {
        ImportedSstables imported = new ImportedSstables();
        for (String id : ids) {
            get(id).stored()
                    .peekOutcomes()
                    .ifPresent(outcomes ->
                            imported.add(outcomes.selection(), outcomes.inState(TransferSstable.State.IMPORTED)));
        }
        return imported;
    }

    /** Bytes that other transfers will still write below a staging root. */
    public long reserved(Path root, String except) {
        long bytes = 0;
        for (TransferRun run : active()) {
            SstableOutcomes outcomes =
                    run.id().equals(except) ? null : run.stored().outcomesInMemory();
            if (outcomes != null) {
                bytes += outcomes.inState(TransferSstable.State.PLANNED).stream()
                        .map(outcomes.selection().sstables()::get)
                        .filter(sstable -> sstable.directory().startsWith(root))
                        .mapToLong(SelectedSstable::bytesStaged)
                        .sum();
            }
        }
        return bytes;
    }
}
