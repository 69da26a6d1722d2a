/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import io.idaeus.api.TableRef;
import io.idaeus.api.claim.ClaimedTransfer;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.plan.AcceptedFinding;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.Transfer.Outcome;
import io.idaeus.api.transfer.TransferProgress;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.api.transfer.TransferWait;
import io.idaeus.client.SidecarClient;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.attempt.Waits;
import io.idaeus.sidecar.plan.draft.LeftBehind;
import io.idaeus.sidecar.plan.draft.TransferPart;
import io.idaeus.sidecar.plan.kind.TransferTerms;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.plan.record.StepRecord;
import io.idaeus.sidecar.plan.source.EarlierTransfers;
import io.idaeus.sidecar.plan.source.PartSources;
import io.idaeus.sidecar.plan.source.PassedRanges;
import io.idaeus.sidecar.plan.source.RateShare;
import io.idaeus.sidecar.plan.source.Replicas;
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
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Steps that transfer: one transfer for each part of a keyspace, the last of which counts. What did not end COMPLETE begins again,
 * after a while, from the sources of then; what was imported does not move again.
 */
final class TransferSteps {
    /** How long a step that nobody depends on waits for a replica that is down. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final Duration FIRST_RETRY = Duration.ofSeconds(10);
    private static final Duration LAST_RETRY = Duration.ofMinutes(5);

    /** Transfers under way. A destination runs few at a time, and each has its snapshots. */
    private static final int UNDER_WAY = 8;

    /** With each source, which serves clients meanwhile. */
    private static final int CONNECTIONS = 2;

    private final StepContext context;
    private final String name;
    private final List<Phase> phases;
    private final EarlierTransfers earlier;
    private final boolean patient;
    private final Predicate<TransferPart> wanted;
    private final SidecarClient destination;
    private final Replicas replicas;
    private final PartSources sources;
    private final RateShare rate;

    private TransferSteps(
            StepContext context, String name, List<Phase> phases, EarlierTransfers earlier, boolean patient) {
        this(context, name, phases, earlier, patient, part -> true);
    }

    private TransferSteps(
            StepContext context,
            String name,
            List<Phase> phases,
            EarlierTransfers earlier,
            boolean patient,
            Predicate<TransferPart> wanted) {
        this.wanted = wanted;
        this.context = context;
        this.name = name;
        this.phases = phases;
        this.earlier = earlier;
        this.patient = patient;
        this.destination = context.destination().client();
        this.replicas = Replicas.of(context);
        this.sources = new PartSources(context, replicas, earlier);
        this.rate = RateShare.of(context);
    }

    /** Pauses while a replica of the ranges is down: the cluster has less to give then. */
    static TransferSteps fill(StepContext context) {
        return new TransferSteps(
                context, "fill", TransferTerms.fill(request(context)), new EarlierTransfers(context, Map.of()), true);
    }

    /** Moves what was written since the fill, of parts with ranges that other new nodes pass on. */
    static TransferSteps catchUp(StepContext context) {
        return new TransferSteps(
                context,
                "catch-up",
                TransferTerms.fill(request(context)),
                new EarlierTransfers(context, context.transfersOf(StepAction.FILL)),
                true,
                PassedRanges::areIn);
    }

    /** Moves what was written since the fill. Does not pause: writers, or readers, wait for its end. */
    static TransferSteps delta(StepContext context) {
        return new TransferSteps(
                context,
                "delta",
                TransferTerms.delta(request(context)),
                new EarlierTransfers(
                        context, context.transfersOf(StepAction.FILL, StepAction.CATCH_UP, StepAction.AWAIT_SURVEY)),
                false);
    }

    /** Moves what was written since the fill, while the plan waits for something else. The delta has the rest to move. */
    static TransferSteps ahead(StepContext context) {
        return new TransferSteps(
                context,
                "ahead",
                TransferTerms.delta(request(context)),
                new EarlierTransfers(context, context.transfersOf(StepAction.FILL, StepAction.CATCH_UP)),
                false);
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
            return hindered(waits, ended(last.values()), 0);
        }
        last.replaceAll((part, transfer) -> resumed(transfer));
        List<Transfer> transfers = new ArrayList<>();
        Waits waits = new Waits();
        // Ranges, by part.
        Map<String, List<String>> lacking = new LinkedHashMap<>();
        long underWay = running(last.values()).size();
        int later = 0;
        for (TransferPart part : parts()) {
            Transfer known = last.get(part.name());
            if (known == null && context.askTables(part).isEmpty()) {
                continue;
            }
            if (known != null && !isToRepeat(known, part)) {
                transfers.add(known);
                continue;
            }
            Optional<List<SourceRef>> from = sources.of(part);
            if (from.isEmpty()) {
                lacking.put(part.name(), sources.lacking(part));
                Stream.ofNullable(known).forEach(transfers::add);
            } else if (underWay < rate.transfers(UNDER_WAY)) {
                ClonedTables.hold(context, context.askTables(part));
                transfers.add(begin(part, from.get()));
                underWay++;
            } else {
                later++;
            }
        }
        shareRate(transfers);
        if (!lacking.isEmpty()) {
            waits.and(waitForSources(lacking));
        }
        return hindered(waits, transfers, later);
    }

    private PlanKeyspace planned(String keyspace) {
        return context.filled().stream()
                .filter(each -> each.keyspace().equals(keyspace))
                .findFirst()
                .orElseThrow();
    }

    private List<TransferPart> parts() {
        return context.filled().stream()
                .flatMap(keyspace -> context.parts(keyspace).stream())
                .filter(wanted)
                .toList();
    }

    // By part, of those that have one. What moves ahead of the step comes to its end first.
    private Map<String, Transfer> askForLast() {
        Map<String, List<String>> ahead = context.transfersAhead();
        Map<String, Transfer> last = new LinkedHashMap<>();
        for (TransferPart part : parts()) {
            List<String> own = context.record().transfers().getOrDefault(part.name(), List.of());
            List<String> ids = own.isEmpty() ? ahead.getOrDefault(part.name(), List.of()) : own;
            if (!ids.isEmpty()) {
                Transfer found = context.askTransfer(ids.get(ids.size() - 1));
                if (!own.isEmpty() || !found.state().isFinal()) {
                    last.put(part.name(), found);
                }
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

    private boolean isToRepeat(Transfer last, TransferPart part) {
        if (!last.state().isFinal()) {
            cancelWithoutSource(last, part);
            return false;
        }
        if (isComplete(last)) {
            return context.record().again().contains(part.keyspace())
                    || !last.request().tables().containsAll(context.askTables(part));
        }
        if (isAcceptedSince(last)) {
            return true;
        }
        int tries = context.record()
                .transfers()
                .getOrDefault(part.name(), List.of())
                .size();
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
    private void cancelWithoutSource(Transfer last, TransferPart part) {
        if (sources.canDoWithoutThoseOf(last, part)) {
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
        return context.filled().stream()
                .filter(keyspace -> context.parts(keyspace).stream()
                        .anyMatch(part -> isOutgrown(context, part, transfers.getOrDefault(part.name(), List.of()))))
                .map(PlanKeyspace::keyspace)
                .toList();
    }

    private static boolean isOutgrown(StepContext context, TransferPart part, List<String> ids) {
        List<TableRef> tables = context.askTables(part);
        return ids.isEmpty()
                ? !tables.isEmpty()
                : !context.askTransfer(ids.get(ids.size() - 1))
                        .request()
                        .tables()
                        .containsAll(tables);
    }

    private Transfer begin(TransferPart part, List<SourceRef> from) {
        int tries = context.record()
                .transfers()
                .getOrDefault(part.name(), List.of())
                .size();
        // A delta of an earlier moment does not count.
        String moment = context.recordOf(StepAction.AWAIT_SURVEY)
                .map(StepRecord::finishedAt)
                .map(ended -> "-" + ended.toEpochMilli())
                .orElse("");
        ClaimedTransfer wanted = wanted(
                part,
                from,
                context.askTables(part),
                name + "-" + context.index() + "-" + part.name() + "-" + (tries + 1) + moment,
                earlier.ids(part));
        Transfer begun = destination.claims().transfer(context.plan().id(), wanted);
        context.change().accept(step -> step.withTransfer(part.name(), begun.id()));
        return begun;
    }

    private ClaimedTransfer wanted(
            TransferPart part, List<SourceRef> from, List<TableRef> tables, String key, List<String> earlier) {
        TransferRequest request = TransferTerms.request(
                context.plan().request(),
                planned(part.keyspace()),
                from,
                tables,
                CONNECTIONS,
                rate.each(rate.transfers(Math.min(UNDER_WAY, parts().size()))));
        return new ClaimedTransfer(
                context.plan().draft().digest(),
                context.plan().fence(),
                key,
                request,
                part.isWhole()
                        ? context.owned(part.keyspace())
                        : part.ranges().stream().map(PlanRange::range).toList(),
                phases,
                earlier);
    }

    private void shareRate(List<Transfer> transfers) {
        List<Transfer> running = running(transfers);
        Long share = rate.each(running.size());
        if (share != null) {
            running.stream()
                    .filter(transfer -> !Objects.equals(transfer.maxRate(), share))
                    .forEach(transfer ->
                            destination.claims().limitTransfer(context.plan().id(), transfer.id(), share));
        }
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
    private StepOutcome hindered(Waits waits, List<Transfer> transfers, int later) {
        return waits.and(HinderedTransfers.of(
                        transfers,
                        transfer -> transfer.state().isFinal() && !isComplete(transfer),
                        String.valueOf(context.step().destination())))
                .asOne()
                .map(this::explained)
                .orElseGet(() -> outcome(transfers, later));
    }

    // Transfers of a plan that adds a node fail once the ring has changed: other nodes may lose the ranges now.
    private StepOutcome explained(StepOutcome hindered) {
        boolean added = context.planned().tokens() != null && context.isNextToJoin();
        return added && patient && hindered instanceof StepOutcome.Waiting waiting
                ? new Waits()
                        .look(() -> PlannedRing.changed(context))
                        .and(waiting)
                        .asOne()
                        .orElse(hindered)
                : hindered;
    }

    // So many begin when others have ended.
    private StepOutcome outcome(List<Transfer> transfers, int later) {
        boolean complete = later == 0 && transfers.stream().allMatch(TransferSteps::isComplete);
        TransferProgress moved = Progress.sum(transfers);
        if (!complete) {
            return new StepOutcome.Running(
                    counted(transfers) + (later == 0 ? "" : ", and " + later + " to begin later"), moved);
        }
        // Transfers may have ended since the last look.
        context.change().accept(step -> step.withProgress(moved));
        ClonedTables.noteOldestSnapshot(context, transfers);
        return new StepOutcome.Done(
                counted(transfers) + ", " + moved.bytesFetched() + " bytes" + ClonedTables.asOf(context, transfers),
                due(transfers));
    }

    // Leaves out tasks that the draft knew already: they are due anyway.
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
