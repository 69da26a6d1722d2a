/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.serve.page.ReadAhead;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * Shared by all connections of a server.
 *
 * @param compression null where zstd is not available
 * @param readAhead null where it is off
 */
record ServeContext(
        ServeSettings settings,
        Responder responder,
        ChecksumWorkers workers,
        @Nullable CompressionWorkers compression,
        SnapshotFlows flows,
        @Nullable ReadAhead readAhead,
        Clock clock) {}
