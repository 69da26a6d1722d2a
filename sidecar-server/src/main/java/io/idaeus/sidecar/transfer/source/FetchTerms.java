/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.sidecar.throttle.ThrottleChain;
import org.jspecify.annotations.Nullable;

/**
 * The terms of a pull for its fetcher.
 *
 * @param transfer id, for the log
 * @param connections as the request says; null for as many as is best
 * @param pace rate limits
 * @param compression as the request says; null for the sidecar's setting
 * @param compressed is told of what arrives compressed, on any thread
 */
public record FetchTerms(
        String transfer,
        @Nullable Integer connections,
        ThrottleChain pace,
        TransferRequest.@Nullable Compression compression,
        Compressed compressed) {

    public interface Compressed {
        /**
         * @param wire bytes on the network
         * @param plain bytes of the file
         */
        void arrived(int wire, int plain);
    }
}
