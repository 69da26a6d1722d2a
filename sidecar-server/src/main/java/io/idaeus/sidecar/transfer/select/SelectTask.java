/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.select;

import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.sidecar.transfer.job.ClaimTerms;
import io.idaeus.sidecar.transfer.job.TransferRecord;
import io.idaeus.sidecar.transfer.source.PinnedSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The transfer that a selection is made for.
 *
 * @param transfer id
 * @param terms null for a transfer of no plan
 * @param pinned by an earlier attempt; empty on the first
 */
public record SelectTask(
        String transfer, TransferRequest request, @Nullable ClaimTerms terms, List<PinnedSource> pinned) {
    public static SelectTask of(TransferRecord record) {
        return new SelectTask(record.id(), record.request(), record.terms(), record.sources());
    }
}
