/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.SelectedTable;
import io.idaeus.sidecar.selection.finding.AcceptedLoss;
import io.idaeus.sidecar.transfer.job.ClaimTerms;
import io.idaeus.sidecar.transfer.job.SstableOutcomes;
import io.idaeus.sidecar.transfer.job.TransferRecord;
import io.idaeus.sidecar.transfer.job.TransferRegistry;
import io.idaeus.sidecar.transfer.job.TransferRun;
import io.idaeus.sidecar.transfer.select.ClaimSchemas;
import io.idaeus.sidecar.transfer.select.DestinationFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The work that the transfers of a plan have done. Thread-safe. */
public final class ClaimWork {
    private final TransferRegistry transfers;
    private final DestinationFacts facts;
    private final ClaimSchemas schemas;

    ClaimWork(TransferRegistry transfers, DestinationFacts facts, ClaimSchemas schemas) {
        this.transfers = transfers;
        this.facts = facts;
        this.schemas = schemas;
    }

    void requireEnded(ClaimTerms terms) {
        for (String id : terms.since()) {
            TransferState state = transfers.ofPlan(terms.plan(), id).state();
            if (!state.isFinal()) {
                throw new ProblemException(
                        ProblemType.ILLEGAL_STATE,
                        "since: transfer " + id + " is " + state + " (expected: one that has ended)");
            }
        }
    }

    void forget(String plan) {
        schemas.forget(plan);
    }

    /** The tables into which transfers of the plan imported rows outside the owned ranges. */
    public Set<TableRef> tablesToCleanUp(String plan) {
        Set<TableRef> tables = new LinkedHashSet<>();
        transfers
                .ofPlan(plan)
                .forEach(run -> tables.addAll(run.stored().record().cleanupDue()));
        return tables;
    }

    /** The tables that transfers of the plan name. */
    public Set<TableRef> tables(String plan) {
        Set<TableRef> tables = new LinkedHashSet<>();
        transfers
                .ofPlan(plan)
                .forEach(run -> tables.addAll(run.stored().record().request().tables()));
        return tables;
    }

    /**
     * The tokens that transfers brought, by table; one element for each source. All they selected is live, but for
     * SSTables that could not be read, where the plan accepts that. The tables are as they were.
     *
     * @throws ProblemException UNKNOWN_TRANSFER; ILLEGAL_STATE where a transfer is not of the plan or did not import
     *     everything; TABLE_CHANGED; CASSANDRA_UNAVAILABLE
     */
    public Map<TableRef, List<TokenRanges>> filled(String plan, List<String> ids) {
        Map<TableRef, Map<String, List<TokenRange>>> filled = new LinkedHashMap<>();
        for (String id : ids) {
            TransferRun run = transfers.ofPlan(plan, id);
            TransferRecord record = run.stored().record();
            requireComplete(record);
            requireWhole(record);
            requireUnchanged(run);
            for (TableRef table : record.request().tables()) {
                Map<String, List<TokenRange>> bySource = filled.computeIfAbsent(table, ref -> new LinkedHashMap<>());
                record.sources().forEach(source -> source.ranges()
                        .forEach(range -> bySource.computeIfAbsent(source.hostId(), key -> new ArrayList<>())
                                .add(TokenRange.parse(range))));
            }
        }
        Map<TableRef, List<TokenRanges>> tokens = new LinkedHashMap<>();
        filled.forEach((table, sources) ->
                tokens.put(table, sources.values().stream().map(TokenRanges::of).toList()));
        return tokens;
    }

    // SSTables in a base did not move: nothing proves that they are here.
    private static void requireWhole(TransferRecord record) {
        if (record.request().sources().stream().anyMatch(source -> source.base() != null)) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "transfer " + record.id() + " left out what a base holds (expected: one that moved everything)");
        }
    }

    private static void requireComplete(TransferRecord record) {
        boolean complete = record.outcome() == Transfer.Outcome.COMPLETE
                || AcceptedLoss.isAllThatIsMissing(record.request(), record.sstables(), record.findings());
        if (record.state() != TransferState.COMPLETED || !complete) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "transfer " + record.id() + " is " + record.state() + " with the outcome " + record.outcome()
                            + " (expected: COMPLETED, COMPLETE)");
        }
    }

    private void requireUnchanged(TransferRun run) {
        SstableOutcomes outcomes = run.stored()
                .peekOutcomes()
                .orElseThrow(() -> new ProblemException(
                        ProblemType.ILLEGAL_STATE,
                        "the plan of transfer " + run.id() + " is not on disk, so nothing proves what it brought"));
        ClaimTerms terms = Objects.requireNonNull(run.stored().record().terms());
        for (SelectedTable selected : outcomes.selection().tables()) {
            boolean indexed = false;
            selected.change(facts.table(selected.ref(), terms), indexed).ifPresent(change -> {
                throw new ProblemException(
                        ProblemType.TABLE_CHANGED,
                        change.subject() + " has changed since transfer " + run.id() + " planned it: "
                                + change.detail());
            });
        }
    }
}
