/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.source;

import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.draft.TransferPart;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The sources that the next transfer of a part is merged from, after what earlier ones found. For one attempt of a step.
 * Not thread-safe.
 */
public final class PartSources {
    private final StepContext context;
    private final FillSources sources;
    private final EarlierTransfers earlier;

    public PartSources(StepContext context, Replicas replicas, EarlierTransfers earlier) {
        this.context = context;
        this.sources = new FillSources(context, replicas);
        this.earlier = earlier;
    }

    /** Empty where a range has too few. A corrupt source is asked again then: only a transfer tells whether it was mended. */
    public Optional<List<SourceRef>> of(TransferPart part) {
        List<Transfer> all = ask(part);
        return Stream.of(all, sinceLastDamage(all), List.<Transfer>of())
                .distinct()
                .map(transfers -> without(transfers, part))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Whether a transfer waits for a source that is gone, or elsewhere, and sound ones can take its place. */
    public boolean canDoWithoutThoseOf(Transfer transfer, TransferPart part) {
        List<SourceRef> used = transfer.request().sources();
        boolean gone = sources.areMissingIn(used) || sources.haveMoved(used);
        return gone && without(ask(part), part).isPresent();
    }

    /** The ranges that have too few. */
    public List<String> lacking(TransferPart part) {
        return sources.lacking(part, UsedSources.by(ask(part)));
    }

    // Nothing that they tell matters where sources are not replaced.
    private List<Transfer> ask(TransferPart part) {
        return context.type().mayReplaceSources() ? earlier.ask(part) : List.of();
    }

    private Optional<List<SourceRef>> without(List<Transfer> transfers, TransferPart part) {
        PlanKeyspace keyspace = context.filled().stream()
                .filter(each -> each.keyspace().equals(part.keyspace()))
                .findFirst()
                .orElseThrow();
        return sources.of(part, CorruptSources.foundBy(transfers, keyspace), UsedSources.by(ask(part)));
    }

    private static List<Transfer> sinceLastDamage(List<Transfer> transfers) {
        for (int i = transfers.size() - 1; i > 0; i--) {
            if (CorruptSources.areFoundBy(transfers.get(i))) {
                return transfers.subList(i, transfers.size());
            }
        }
        return transfers;
    }
}
