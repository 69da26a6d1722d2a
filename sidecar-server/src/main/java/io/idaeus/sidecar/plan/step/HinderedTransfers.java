/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import io.idaeus.api.Finding.Severity;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.sidecar.plan.attempt.Waits;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.problem.Listed;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names the transfers of a step that have failed, or that wait. */
final class HinderedTransfers {
    // The most SSTables of a source that are named.
    private static final int NAMED = 2;

    private HinderedTransfers() {}

    /**
     * One wait for each; those that have failed come first.
     *
     * @param hasFailed of a transfer that has ended
     * @param destination where an operator can see them
     */
    static List<StepOutcome.Waiting> of(
            Collection<Transfer> transfers, Predicate<Transfer> hasFailed, String destination) {
        List<Transfer> failed = transfers.stream().filter(hasFailed).toList();
        Stream<StepOutcome.Waiting> waiting = transfers.stream()
                .filter(transfer -> !failed.contains(transfer))
                .flatMap(transfer -> Stream.ofNullable(transfer.waiting())
                        .map(wait -> StepOutcome.waiting(
                                Cause.TRANSFER, named(transfer) + ": " + wait.detail(), wait.remedy())));
        String remedy = remedy(failed, destination);
        return Stream.concat(
                        failed.stream().map(each -> StepOutcome.waiting(Cause.TRANSFER, failure(each), remedy)),
                        waiting)
                .toList();
    }

    // One remedy for all that have failed: they are looked at in the same way.
    private static String remedy(List<Transfer> failed, String destination) {
        String show = "see "
                + failed.stream()
                        .limit(Waits.NAMED)
                        .map(transfer -> "idaeus transfer show " + transfer.id())
                        .collect(Collectors.joining(", "))
                + " at " + destination + ", and remove the cause; what is missing is tried again by itself";
        return Stream.of(
                        Stream.of(show),
                        failed.stream()
                                .flatMap(HinderedTransfers::repairs)
                                .distinct()
                                .limit(Waits.NAMED),
                        failed.stream()
                                .flatMap(HinderedTransfers::acceptances)
                                .distinct()
                                .limit(Waits.NAMED))
                .flatMap(Function.identity())
                .collect(Collectors.joining("; "));
    }

    // Of SSTables that are corrupt at their source.
    private static Stream<String> repairs(Transfer transfer) {
        return corrupt(transfer).flatMap(source -> Objects.requireNonNull(source.corrupt()).first().stream()
                .map(sstable -> sstable.keyspace() + " " + sstable.table())
                .distinct()
                .map(table -> "run nodetool scrub " + table + " at " + source.uri()
                        + ", and nodetool repair --full " + table + " there once the plan has ended; where the"
                        + " rule allows it, another replica takes its place by itself"));
    }

    private static Stream<Transfer.SourceStatus> corrupt(Transfer transfer) {
        return transfer.sources().stream().filter(source -> source.corrupt() != null);
    }

    // One remedy for each finding that refuses it: who accepts a finding has read it.
    private static Stream<String> acceptances(Transfer transfer) {
        return transfer.findings().stream()
                .filter(finding -> finding.severity() == Severity.REFUSE_UNLESS_ACCEPTED)
                .map(finding -> "or accept " + finding.code() + ": idaeus plan accept " + transfer.plan() + " "
                        + finding.code());
    }

    private static String failure(Transfer transfer) {
        return named(transfer)
                + (transfer.problem() == null
                        ? " ended " + transfer.state() + ", " + transfer.outcome() + ": not every SSTable is live"
                        : " failed: " + transfer.problem().detail())
                + corrupt(transfer).map(HinderedTransfers::damage).collect(Collectors.joining());
    }

    private static String damage(Transfer.SourceStatus source) {
        Transfer.CorruptSstables corrupt = Objects.requireNonNull(source.corrupt());
        List<String> named = corrupt.first().stream()
                .limit(NAMED)
                .map(sstable -> sstable.keyspace() + "." + sstable.table() + " " + sstable.name() + " ("
                        + sstable.reason() + ")")
                .toList();
        return "; " + corrupt.count() + " of its SSTables are corrupt at " + source.uri() + ": "
                + Listed.firstOf(named, corrupt.count())
                + "; it does not count as a source of their tokens, which have fewer than"
                + " the plan merges them from";
    }

    private static String named(Transfer transfer) {
        return "transfer " + transfer.id() + " of "
                + transfer.request().tables().get(0).keyspace();
    }
}
