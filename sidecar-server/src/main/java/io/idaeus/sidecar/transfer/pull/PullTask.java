/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.pull;

import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.sidecar.throttle.ThrottleChain;
import io.idaeus.sidecar.transfer.job.ProgressCounter;
import io.idaeus.sidecar.transfer.job.SstableOutcomes;
import io.idaeus.sidecar.transfer.source.SstableSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The SSTables that a pull brings, from which sources, and how.
 *
 * @param outcomes those PLANNED are pulled
 * @param connections to each source; null for the configured default
 * @param compression null for the configured default
 * @param throttle the transfer is one flow in it
 */
public record PullTask(
        SstableOutcomes outcomes,
        ProgressCounter progress,
        List<PulledSource> sources,
        @Nullable Integer connections,
        ThrottleChain throttle,
        TransferRequest.@Nullable Compression compression,
        Arrivals arrivals) {

    /** Is told of what is fetched, by the worker's thread, and returns at once. */
    public interface Arrivals {
        /**
         * @param sstable its index in the selection
         * @param component proven, and in its place
         */
        void arrived(int sstable, ManifestComponent component);
    }

    /** @param snapshot tag */
    public record PulledSource(SstableSource source, String snapshot) {}
}
