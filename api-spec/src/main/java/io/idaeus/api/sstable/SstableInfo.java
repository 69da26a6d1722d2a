/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.sstable;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An SSTable. Where {@code problem} is set, the files are unreadable and everything read from them is absent.
 *
 * @param name version, id and format, for instance {@code nb-7-big}
 * @param directory the directory of its files
 * @param bytes size of all components
 * @param overlap with the requested ranges; CONTAINED where none were requested
 * @param estimatedShare estimated share of its partitions within the requested ranges, 0 to 1
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record SstableInfo(
        String name,
        String version,
        String format,
        String directory,
        long bytes,
        List<ComponentInfo> components,
        @Nullable Overlap overlap,
        @Nullable Double estimatedShare,
        @Nullable SstableStatistics statistics,
        @Nullable SstableProblem problem) {}
