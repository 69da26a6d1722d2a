/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.source;

import io.idaeus.api.transfer.Transfer;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.draft.TransferPart;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The transfers of a part of a keyspace that began before the next one. For one attempt of a step. Not thread-safe. */
public final class EarlierTransfers {
    /** A plan that waits for an operator tries again for days. */
    private static final int MOST = 8;

    private final StepContext context;
    // By the name of the part.
    private final Map<String, List<String>> ofOtherSteps;
    private final Map<String, List<Transfer>> asked = new HashMap<>();

    /** @param ofOtherSteps ids by the name of the part, in the order in which they began */
    public EarlierTransfers(StepContext context, Map<String, List<String>> ofOtherSteps) {
        this.context = context;
        this.ofOtherSteps = Map.copyOf(ofOtherSteps);
    }

    /** In the order in which they began. */
    public List<String> ids(TransferPart part) {
        return Stream.of(ofOtherSteps, context.record().transfers())
                .flatMap(transfers -> transfers.getOrDefault(part.name(), List.of()).stream())
                .toList();
    }

    /** The last few of them, in the order in which they began. */
    List<Transfer> ask(TransferPart part) {
        return asked.computeIfAbsent(part.name(), name -> {
            List<String> ids = ids(part);
            return ids.subList(Math.max(0, ids.size() - MOST), ids.size()).stream()
                    .map(context::askTransfer)
                    .toList();
        });
    }
}
