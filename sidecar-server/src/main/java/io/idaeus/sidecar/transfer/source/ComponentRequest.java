/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import io.idaeus.api.TableRef;
import io.idaeus.sidecar.checksum.Crc32;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * A component to fetch.
 *
 * @param snapshot tag
 * @param sstable descriptor
 * @param component its name, for instance {@code Data.db}
 * @param size bytes
 * @param crc32 of the whole file
 * @param destination in an existing directory
 * @param progress bytes newly on disk, negative when discarded; on the fetcher's threads, must be quick
 */
public record ComponentRequest(
        String snapshot,
        TableRef table,
        String sstable,
        String component,
        long size,
        Crc32 crc32,
        Path destination,
        LongConsumer progress) {}
