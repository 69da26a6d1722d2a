/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.transfer;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The throughput of a transfer for one interval.
 *
 * @param at end of the interval
 * @param bytesPerSecond received from the network, on average
 * @param limit the lower of the transfer's own rate limit and the node's for receiving, in bytes a second; absent for none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TransferSample(
        Instant at, long bytesPerSecond, @Nullable Long limit) {}
