/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.Compression;
import io.idaeus.sidecar.fetch.ConnectionPermits;
import io.idaeus.sidecar.wire.ComponentPath;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * A component to fetch.
 *
 * @param size bytes
 * @param crc32 of the whole file
 * @param destination in an existing directory
 * @param progress bytes newly on disk, negative when discarded; on the fetcher's threads, must be quick
 */
public record ComponentRequest(
        ComponentPath component,
        long size,
        Crc32 crc32,
        Path destination,
        LongConsumer progress,
        ConnectionPermits permits,
        Compression compression) {}
