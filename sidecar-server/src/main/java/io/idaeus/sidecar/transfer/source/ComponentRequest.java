/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import io.idaeus.api.TableRef;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.Excerpt;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A component to fetch, or an excerpt of it.
 *
 * @param snapshot tag
 * @param sstable descriptor
 * @param component its name, for instance {@code Data.db}
 * @param size bytes of the whole component
 * @param crc32 of the whole component
 * @param destination in an existing directory
 * @param progress bytes newly on disk, negative when discarded; on the fetcher's threads, must be quick
 * @param excerpt null for the whole component
 */
@RecordBuilder
public record ComponentRequest(
        String snapshot,
        TableRef table,
        String sstable,
        String component,
        long size,
        Crc32 crc32,
        Path destination,
        LongConsumer progress,
        @Nullable Excerpt excerpt) {}
