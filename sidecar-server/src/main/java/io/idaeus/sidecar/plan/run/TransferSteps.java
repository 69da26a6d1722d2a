/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import io.idaeus.api.AcceptedFinding;
import io.idaeus.api.CassandraProcess.Phase;
import io.idaeus.api.ClaimedTransfer;
import io.idaeus.api.PlanDue;
import io.idaeus.api.PlanKeyspace;
import io.idaeus.api.PlanRequest;
import io.idaeus.api.PlanWait.Cause;
import io.idaeus.api.SourceRef;
import io.idaeus.api.TableRef;
import io.idaeus.api.Transfer;
import io.idaeus.api.Transfer.Outcome;
import io.idaeus.api.TransferProgress;
import io.idaeus.api.TransferRequest;
import io.idaeus.api.TransferState;
import io.idaeus.api.TransferWait;
import io.idaeus.client.SidecarClient;
import io.idaeus.sidecar.plan.draft.LeftBehind;
import io.idaeus.sidecar.plan.draft.TransferTerms;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.problem.Listed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Steps that transfer: one transfer for each keyspace, the last of which counts. What did not end COMPLETE begins again,
 * after a while, from the sources of then; what was imported does not move again.
 */
final class TransferSteps {
    /** How long a step that nobody depends on waits for a replica that is down. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final Duration FIRST_RETRY = Duration.ofSeconds(10);
    private static final Duration LAST_RETRY = Duration.ofMinutes(5);

    /** With each source, which serves clients meanwhile. */
    private static final int CONNECTIONS = 2;

    private final StepContext context;
    private final String name;
    private final List<Phase> phases;
    private final List<String> earlierTransfers;
    private final boolean patient;
    private final SidecarClient destination;
    private final Replicas replicas;
    private final FillSources sources;

    private TransferSteps(
            StepContext context, String name, List<Phase> phases, List<String> earlierTransfers, boolean patient) {
        this.context = context;
        this.name = name;
        this.phases = phases;
        this.earlierTransfers = earlierTransfers;
        this.patient = patient;
        this.destination = context.destination().client();
        this.replicas = Replicas.of(context);
        this.sources = new FillSources(context, replicas);
    }

    /** Pauses while a replica of the ranges is down: the cluster has less to give then. */
    static TransferSteps fill(StepContext context) {
        return new TransferSteps(context, "fill", TransferTerms.fill(request(context)), List.of(), true);
    }

    /** Moves what was written since the fill. Does not pause: writers, or readers, wait for its end. */
    static TransferSteps delta(StepContext context) {
        List<String> fills = context.transfersOf(StepAction.FILL).values().stream()
                .flatMap(List::stream)
                .toList();
        return new TransferSteps(context, "delta", TransferTerms.delta(request(context)), fills, false);
    }

    private static PlanRequest request(StepContext context) {
        return context.plan().draft().request();
    }

    StepOutcome run() {
        Map<String, Transfer> last = askForLast();
        if (isToPause()) {
            running(last.values())
                    .forEach(transfer ->
                            destination.claims().pauseTransfer(context.plan().id(), transfer.id()));
            Waits waits = new Waits()
                    .and(StepOutcome.waiting(
                            Cause.NODE_DOWN,
                            "replicas of the ranges are " + replicas.describe(),
                            "start them; after " + PATIENCE.toMinutes()
                                    + " minutes the plan goes on without them where other sources are enough"));
            return hindered(waits, ended(last.values()));
        }
        last.replaceAll((keyspace, transfer) -> resumed(transfer));
        List<Transfer> transfers = new ArrayList<>();
        // Ranges, by keyspace.
        Map<String, List<String>> lacking = new LinkedHashMap<>();
        for (String keyspace : concerned()) {
            Transfer known = last.get(keyspace);
            if (known != null && !isToRepeat(known, keyspace)) {
                transfers.add(known);
                continue;
            }
            Optional<List<SourceRef>> from = sources.of(keyspace);
            if (from.isPresent()) {
                transfers.add(begin(keyspace, from.get()));
                continue;
            }
            lacking.put(keyspace, sources.lacking(keyspace));
            Stream.ofNullable(known).forEach(transfers::add);
        }
        shareRate(transfers);
        Waits waits = new Waits();
        if (!lacking.isEmpty()) {
            waits.and(waitForSources(lacking));
        }
        return hindered(waits, transfers);
    }

    private PlanKeyspace planned(String keyspace) {
        return context.filled().stream()
                .filter(each -> each.keyspace().equals(keyspace))
                .findFirst()
                .orElseThrow();
    }

    private List<String> concerned() {
        return context.filled().stream()
                .map(PlanKeyspace::keyspace)
                .filter(keyspace -> !context.owned(keyspace).isEmpty())
                .toList();
    }

    // By keyspace, of those that have one.
    private Map<String, Transfer> askForLast() {
        Map<String, Transfer> last = new LinkedHashMap<>();
        for (String keyspace : concerned()) {
            List<String> ids = context.record().transfers().getOrDefault(keyspace, List.of());
            if (!ids.isEmpty()) {
                last.put(keyspace, destination.claims().transfer(context.plan().id(), ids.get(ids.size() - 1)));
            }
        }
        return last;
    }

    private boolean isToPause() {
        if (replicas.down().isEmpty()) {
            if (context.record().downSince() != null) {
                context.change().accept(step -> step.withDownSince(null));
            }
            return false;
        }
        Instant now = context.clock().instant();
        Instant downSince = context.record().downSince();
        if (downSince == null) {
            context.change().accept(step -> step.withDownSince(now));
            return patient;
        }
        return patient && now.isBefore(downSince.plus(PATIENCE));
    }

    // Where this step paused it: an operator pauses the plan, not one of its transfers.
    private Transfer resumed(Transfer transfer) {
        TransferWait waiting = transfer.waiting();
        boolean paused =
                !transfer.state().isFinal() && waiting != null && waiting.cause() == TransferWait.Cause.OPERATOR;
        return paused ? destination.claims().resumeTransfer(context.plan().id(), transfer.id()) : transfer;
    }

    private static List<Transfer> running(Collection<Transfer> transfers) {
        return transfers.stream()
                .filter(transfer -> !transfer.state().isFinal())
                .toList();
    }

    private static List<Transfer> ended(Collection<Transfer> transfers) {
        return transfers.stream().filter(transfer -> transfer.state().isFinal()).toList();
    }

    private boolean isToRepeat(Transfer last, String keyspace) {
        if (!last.state().isFinal()) {
            cancelWithoutSource(last, keyspace);
            return false;
        }
        if (isComplete(last)) {
            return context.record().again().contains(keyspace)
                    || !last.request().tables().containsAll(tables(context, keyspace));
        }
        if (isAcceptedSince(last)) {
            return true;
        }
        int tries =
                context.record().transfers().getOrDefault(keyspace, List.of()).size();
        return !context.clock().instant().isBefore(last.since().plus(pause(tries)));
    }

    // By codes: the destination's clock may be another.
    private boolean isAcceptedSince(Transfer last) {
        List<String> accepted = last.request().accept();
        return context.plan().accepted().stream()
                .map(AcceptedFinding::code)
                .anyMatch(code -> accepted == null || !accepted.contains(code));
    }

    // A transfer whose source is gone, or elsewhere, would wait for it; once it has ended, another begins.
    private void cancelWithoutSource(Transfer last, String keyspace) {
        List<SourceRef> used = last.request().sources();
        boolean gone = sources.areMissingIn(used) || sources.haveMoved(used);
        if (gone && sources.of(keyspace).isPresent()) {
            destination.claims().cancelTransfer(context.plan().id(), last.id());
        }
    }

    private static boolean isComplete(Transfer transfer) {
        return transfer.state() == TransferState.COMPLETED
                && (transfer.outcome() == Outcome.COMPLETE || LeftBehind.isAllThatIsMissing(transfer));
    }

    /** Doubles from try to try. */
    static Duration pause(int tries) {
        Duration pause = FIRST_RETRY.multipliedBy(1L << Math.min(tries - 1, 10));
        return pause.compareTo(LAST_RETRY) < 0 ? pause : LAST_RETRY;
    }

    /** The keyspaces with tables that their last transfers did not bring. */
    static List<String> outgrown(StepContext context, Map<String, List<String>> transfers) {
        SidecarClient destination = context.destination().client();
        return context.filled().stream()
                .map(PlanKeyspace::keyspace)
                .filter(keyspace -> !context.owned(keyspace).isEmpty())
                .filter(keyspace -> {
                    List<String> ids = transfers.getOrDefault(keyspace, List.of());
                    return ids.isEmpty()
                            || !destination
                                    .claims()
                                    .transfer(context.plan().id(), ids.get(ids.size() - 1))
                                    .request()
                                    .tables()
                                    .containsAll(tables(context, keyspace));
                })
                .toList();
    }

    private static List<TableRef> tables(StepContext context, String keyspace) {
        return context.askKeyspaces(context.directory().self()).stream()
                .filter(each -> each.name().equals(keyspace))
                .flatMap(each -> each.tables().stream())
                .map(table -> new TableRef(keyspace, table))
                .toList();
    }

    private Transfer begin(String keyspace, List<SourceRef> from) {
        List<String> earlier = context.record().transfers().getOrDefault(keyspace, List.of());
        List<String> all = new ArrayList<>(earlierTransfers);
        all.addAll(earlier);
        // A delta of an earlier moment does not count.
        String moment = context.recordOf(StepAction.AWAIT_SURVEY)
                .map(StepRecord::finishedAt)
                .map(ended -> "-" + ended.toEpochMilli())
                .orElse("");
        String key = name + "-" + context.index() + "-" + keyspace + "-" + (earlier.size() + 1) + moment;
        TransferRequest request = TransferTerms.request(
                context.plan().request(),
                planned(keyspace),
                from,
                tables(context, keyspace),
                CONNECTIONS,
                share(concerned().size()));
        ClaimedTransfer wanted = new ClaimedTransfer(
                context.plan().draft().digest(),
                context.plan().fence(),
                key,
                request,
                context.owned(keyspace),
                phases,
                all);
        Transfer begun = destination.claims().transfer(context.plan().id(), wanted);
        context.change().accept(step -> step.withTransfer(keyspace, begun.id()));
        return begun;
    }

    // The rate is that of the whole plan, which fills one node at a time.
    private void shareRate(List<Transfer> transfers) {
        List<Transfer> running = running(transfers);
        Long share = share(running.size());
        if (share != null) {
            running.stream()
                    .filter(transfer -> !Objects.equals(transfer.maxRate(), share))
                    .forEach(transfer ->
                            destination.claims().limitTransfer(context.plan().id(), transfer.id(), share));
        }
    }

    private @Nullable Long share(int among) {
        Long whole = request(context).maxRate();
        return whole == null ? null : Long.valueOf(Math.max(1, whole / Math.max(1, among)));
    }

    private StepOutcome.Waiting waitForSources(Map<String, List<String>> lacking) {
        List<String> ranges = lacking.entrySet().stream()
                .map(entry -> entry.getKey() + " (" + Listed.of(entry.getValue(), 1) + ")")
                .toList();
        return StepOutcome.waiting(
                Cause.TOO_FEW_SOURCES,
                "ranges have fewer sources than the plan merges them from: " + Listed.of(ranges, Waits.NAMED) + "; "
                        + replicas.describe(),
                "start them, and their sidecars; what was imported stays");
    }

    // Waits for all of these, and for the transfers that have failed or wait.
    private StepOutcome hindered(Waits waits, List<Transfer> transfers) {
        return waits.and(HinderedTransfers.of(
                        transfers,
                        transfer -> transfer.state().isFinal() && !isComplete(transfer),
                        String.valueOf(context.step().destination())))
                .asOne()
                .orElseGet(() -> outcome(transfers));
    }

    private StepOutcome outcome(List<Transfer> transfers) {
        boolean complete = transfers.stream().allMatch(TransferSteps::isComplete);
        TransferProgress moved = Progress.sum(transfers);
        return complete
                ? new StepOutcome.Done(counted(transfers) + ", " + moved.bytesFetched() + " bytes", due(transfers))
                : new StepOutcome.Running(counted(transfers), moved);
    }

    // What the draft knew already is due anyway.
    private List<PlanDue> due(List<Transfer> transfers) {
        return transfers.stream()
                .filter(LeftBehind::isAllThatIsMissing)
                .map(transfer -> transfer.request().tables().get(0).keyspace())
                .map(LeftBehind::due)
                .filter(due -> !context.plan().draft().due().contains(due))
                .toList();
    }

    private static String counted(List<Transfer> transfers) {
        return transfers.size() == 1 ? "1 transfer" : transfers.size() + " transfers";
    }
}
