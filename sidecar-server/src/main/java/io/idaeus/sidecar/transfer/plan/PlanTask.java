/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.plan;

import io.idaeus.api.TransferRequest;
import io.idaeus.sidecar.transfer.job.PlanTerms;
import io.idaeus.sidecar.transfer.job.TransferRecord;
import io.idaeus.sidecar.transfer.source.PinnedSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a plan is made for.
 *
 * @param transfer id
 * @param terms null for a transfer of no plan
 * @param pinned by an earlier attempt; empty on the first
 */
public record PlanTask(
        String transfer, TransferRequest request, @Nullable PlanTerms terms, List<PinnedSource> pinned) {
    public static PlanTask of(TransferRecord record) {
        return new PlanTask(record.id(), record.request(), record.terms(), record.sources());
    }
}
