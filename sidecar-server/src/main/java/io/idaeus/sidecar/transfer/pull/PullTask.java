/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.pull;

import io.idaeus.sidecar.throttle.ThrottleChain;
import io.idaeus.sidecar.transfer.job.ProgressCounter;
import io.idaeus.sidecar.transfer.job.SstableOutcomes;
import io.idaeus.sidecar.transfer.source.SstableSource;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What a pull brings.
 *
 * @param outcomes those PLANNED are pulled
 * @param connections to each source; null for the configured default
 * @param throttle the transfer is one flow in it
 * @param fetched takes the index of each SSTable that becomes FETCHED, and returns at once
 */
public record PullTask(
        SstableOutcomes outcomes,
        ProgressCounter progress,
        List<PulledSource> sources,
        @Nullable Integer connections,
        ThrottleChain throttle,
        IntConsumer fetched) {

    /** @param snapshot tag */
    public record PulledSource(SstableSource source, String snapshot) {}
}
