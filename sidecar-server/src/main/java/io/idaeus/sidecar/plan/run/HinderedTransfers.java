/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import io.idaeus.api.Finding.Severity;
import io.idaeus.api.PlanWait.Cause;
import io.idaeus.api.Transfer;
import io.idaeus.api.TransferWait;
import io.idaeus.sidecar.problem.Listed;
import io.idaeus.sidecar.problem.OneLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names the transfers of a step that have failed, or that wait. */
final class HinderedTransfers {
    static final int NAMED = 5;

    // Of each transfer, where there are several: a refusal can name many findings.
    private static final int LONGEST = 1_000;

    private HinderedTransfers() {}

    /**
     * Empty where none is.
     *
     * @param hasFailed of a transfer that has ended
     * @param destination where an operator can see them
     */
    static Optional<StepOutcome> of(List<Transfer> transfers, Predicate<Transfer> hasFailed, String destination) {
        List<Transfer> failed = transfers.stream().filter(hasFailed).toList();
        List<Transfer> waiting = transfers.stream()
                .filter(transfer -> transfer.waiting() != null && !failed.contains(transfer))
                .toList();
        if (failed.isEmpty() && waiting.isEmpty()) {
            return Optional.empty();
        }
        List<String> words = Stream.concat(
                        failed.stream().map(HinderedTransfers::failure),
                        waiting.stream().map(HinderedTransfers::wait))
                .toList();
        List<String> remedies = new ArrayList<>();
        if (!failed.isEmpty()) {
            remedies.add("see "
                    + failed.stream()
                            .limit(NAMED)
                            .map(transfer -> "idaeus transfer show " + transfer.id())
                            .collect(Collectors.joining(", "))
                    + " at " + destination + ", and remove the cause; what is missing is tried again by itself");
        }
        failed.stream()
                .flatMap(HinderedTransfers::acceptances)
                .distinct()
                .limit(NAMED)
                .forEach(remedies::add);
        waiting.stream()
                .map(Transfer::waiting)
                .flatMap(Stream::ofNullable)
                .map(TransferWait::remedy)
                .distinct()
                .limit(NAMED)
                .forEach(remedies::add);
        return Optional.of(StepOutcome.waiting(Cause.TRANSFER, listed(words), String.join("; ", remedies)));
    }

    // Those that refuse it, one by one: who accepts a finding has read it.
    private static Stream<String> acceptances(Transfer transfer) {
        return transfer.findings().stream()
                .filter(finding -> finding.severity() == Severity.REFUSE_UNLESS_ACCEPTED)
                .map(finding -> "or accept " + finding.code() + ": idaeus plan accept " + transfer.plan() + " "
                        + finding.code());
    }

    private static String listed(List<String> words) {
        if (words.size() == 1) {
            return words.get(0);
        }
        return Listed.clauses(
                words.stream().map(each -> OneLine.of(each, LONGEST)).toList(), NAMED);
    }

    private static String failure(Transfer transfer) {
        return named(transfer)
                + (transfer.problem() == null
                        ? " ended " + transfer.state() + ", " + transfer.outcome() + ": not every SSTable is live"
                        : " failed: " + transfer.problem().detail());
    }

    private static String wait(Transfer transfer) {
        TransferWait waiting = transfer.waiting();
        return named(transfer) + ": " + (waiting == null ? "" : waiting.detail());
    }

    private static String named(Transfer transfer) {
        return "transfer " + transfer.id() + " of "
                + transfer.request().tables().get(0).keyspace();
    }
}
