/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.ConnectionPermits;
import io.idaeus.sidecar.fetch.FetchRequest;
import io.idaeus.sidecar.wire.ComponentPath;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * One component to fetch from a source, as {@link FetchRequest} describes it without the address.
 *
 * @param size bytes
 * @param crc32 of the whole file
 * @param destination the proven file. Its directory exists
 * @param progress told of bytes newly on disk, and of a negative number when bytes are discarded. Called on the fetcher's
 *     threads: it must be quick
 */
public record ComponentRequest(
        ComponentPath component,
        long size,
        Crc32 crc32,
        Path destination,
        LongConsumer progress,
        ConnectionPermits permits) {}
