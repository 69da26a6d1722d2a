/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import io.idaeus.api.transfer.TransferRequest;
import java.time.Duration;

/**
 * How peers are used, where a transfer's request does not say.
 *
 * @param connections to each source
 * @param adaptConnections whether their number follows what is measured
 * @param manifestTimeout for a source's checksums
 */
public record PeerSettings(
        int connections, boolean adaptConnections, TransferRequest.Compression compression, Duration manifestTimeout) {}
