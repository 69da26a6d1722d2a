/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import io.idaeus.api.CassandraProcess.Phase;
import io.idaeus.api.ClaimedTransfer;
import io.idaeus.api.PlanKeyspace;
import io.idaeus.api.PlanNode;
import io.idaeus.api.PlanRequest;
import io.idaeus.api.PlanSource;
import io.idaeus.api.PlanWait.Cause;
import io.idaeus.api.SourceRef;
import io.idaeus.api.TableRef;
import io.idaeus.api.Transfer;
import io.idaeus.api.Transfer.Outcome;
import io.idaeus.api.TransferProgress;
import io.idaeus.api.TransferRequest;
import io.idaeus.api.TransferRequest.PartialOverlapPolicy;
import io.idaeus.api.TransferState;
import io.idaeus.client.ClaimsClient;
import io.idaeus.client.SidecarClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** Steps that transfer: one transfer for each keyspace, begun again where it failed. */
final class TransferSteps {
    private final StepContext context;
    private final String name;
    private final List<Phase> phases;
    private final ClaimsClient claims;
    private final SidecarClient destination;

    TransferSteps(StepContext context, String name, List<Phase> phases) {
        this.context = context;
        this.name = name;
        this.phases = phases;
        this.destination = context.destination().client();
        this.claims = destination.claims();
    }

    /** @param since transfers whose SSTables do not move again */
    StepOutcome run(List<String> since) {
        List<String> down = ClusterSteps.downSources(context);
        List<Transfer> transfers = new ArrayList<>();
        for (PlanKeyspace keyspace : context.filled()) {
            if (context.owned(keyspace.keyspace()).isEmpty()) {
                continue;
            }
            Optional<Transfer> last = last(keyspace.keyspace());
            if (last.isEmpty() || isToRepeat(last.get(), down) || lacksTables(last.get(), keyspace.keyspace())) {
                if (!down.isEmpty()) {
                    return waitForSources(down);
                }
                transfers.add(begin(keyspace.keyspace(), since));
            } else {
                transfers.add(last.get());
            }
        }
        return outcome(transfers, down);
    }

    // A transfer that ended without everything begins anew once every source is there.
    private static boolean isToRepeat(Transfer last, List<String> down) {
        return (last.state() == TransferState.FAILED || last.state() == TransferState.CANCELLED) && down.isEmpty();
    }

    // Tables that were made since.
    private boolean lacksTables(Transfer last, String keyspace) {
        return last.state() == TransferState.COMPLETED
                && !last.request().tables().containsAll(tables(context, keyspace));
    }

    /** A keyspace with tables that its last transfer did not bring. */
    static Optional<String> outgrown(StepContext context, Map<String, List<String>> transfers) {
        SidecarClient destination = context.destination().client();
        return context.filled().stream()
                .map(PlanKeyspace::keyspace)
                .filter(keyspace -> !context.owned(keyspace).isEmpty())
                .filter(keyspace -> {
                    List<String> ids = transfers.getOrDefault(keyspace, List.of());
                    return ids.isEmpty()
                            || !destination
                                    .transfer(ids.get(ids.size() - 1))
                                    .request()
                                    .tables()
                                    .containsAll(tables(context, keyspace));
                })
                .findFirst();
    }

    private static List<TableRef> tables(StepContext context, String keyspace) {
        return context.directory().self().client().keyspaces().keyspaces().stream()
                .filter(each -> each.name().equals(keyspace))
                .flatMap(each -> each.tables().stream())
                .map(table -> new TableRef(keyspace, table))
                .toList();
    }

    private Optional<Transfer> last(String keyspace) {
        List<String> ids = context.record().transfers().getOrDefault(keyspace, List.of());
        return ids.isEmpty() ? Optional.empty() : Optional.of(destination.transfer(ids.get(ids.size() - 1)));
    }

    private Transfer begin(String keyspace, List<String> since) {
        List<String> earlier = context.record().transfers().getOrDefault(keyspace, List.of());
        List<String> all = new ArrayList<>(since);
        all.addAll(earlier);
        String key = name + "-" + context.index() + "-" + keyspace + "-" + (earlier.size() + 1);
        ClaimedTransfer wanted = new ClaimedTransfer(
                context.plan().draft().digest(),
                context.plan().fence(),
                key,
                request(keyspace),
                context.owned(keyspace),
                phases,
                all);
        Transfer begun = claims.transfer(context.plan().id(), wanted);
        context.change().accept(step -> step.withTransfer(keyspace, begun.id()));
        return begun;
    }

    private TransferRequest request(String keyspace) {
        Map<String, List<String>> ranges = new TreeMap<>();
        context.plan().draft().ranges().stream()
                .filter(range -> range.destination().equals(context.step().destination())
                        && range.keyspace().equals(keyspace))
                .forEach(range -> range.sources()
                        .forEach(source -> ranges.computeIfAbsent(source, key -> new ArrayList<>())
                                .add(range.range())));
        String cluster = context.plan().draft().cluster().name();
        List<SourceRef> sources = ranges.entrySet().stream()
                .map(entry -> new SourceRef(uri(entry.getKey()), entry.getKey(), cluster, entry.getValue()))
                .toList();
        PlanRequest asked = context.plan().draft().request();
        return TransferRequest.builder(sources, tables(context, keyspace))
                .onPartialOverlap(PartialOverlapPolicy.INCLUDE)
                .accept(asked.accept())
                .maxRate(asked.maxRate())
                .build();
    }

    private String uri(String hostId) {
        return context.planned().sources().stream()
                .map(PlanSource::node)
                .filter(node -> node.hostId().equals(hostId))
                .map(PlanNode::sidecar)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
    }

    private static StepOutcome waitForSources(List<String> down) {
        return StepOutcome.waiting(
                Cause.TOO_FEW_SOURCES,
                "sources are down: " + String.join(", ", down),
                "start them, and their sidecars; what was imported stays");
    }

    private StepOutcome outcome(List<Transfer> transfers, List<String> down) {
        for (Transfer transfer : transfers) {
            if (transfer.state() == TransferState.FAILED) {
                return StepOutcome.waiting(
                        Cause.TRANSFER,
                        "transfer " + transfer.id() + " failed: "
                                + (transfer.problem() == null
                                        ? "no reason"
                                        : transfer.problem().detail()),
                        down.isEmpty() ? "remove the cause; it begins again by itself" : "start the sources: " + down);
            }
            if (transfer.state() == TransferState.COMPLETED && transfer.outcome() != Outcome.COMPLETE) {
                return StepOutcome.waiting(
                        Cause.TRANSFER,
                        "transfer " + transfer.id() + " ended " + transfer.outcome() + ": not every SSTable is live",
                        "see idaeus transfer show " + transfer.id() + " at "
                                + context.step().destination() + ", remove the cause, and make a new plan");
            }
            if (transfer.waiting() != null) {
                return StepOutcome.waiting(
                        Cause.TRANSFER,
                        "transfer " + transfer.id() + ": " + transfer.waiting().detail(),
                        transfer.waiting().remedy());
            }
        }
        boolean complete = transfers.stream().allMatch(each -> each.state() == TransferState.COMPLETED);
        TransferProgress moved = Progress.sum(transfers);
        return complete
                ? StepOutcome.done(transfers.size() + " transfers, " + moved.bytesFetched() + " bytes")
                : new StepOutcome.Running(transfers.size() + " transfers", moved);
    }
}
