/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An SSTable. Everything that is read from its files is null when {@code problem} is not.
 *
 * @param name version, id and format, for instance {@code nb-7-big}
 * @param directory the directory that holds it
 * @param bytes of all components together
 * @param overlap with the ranges asked for; CONTAINED where none were
 * @param estimatedShare an estimate of the share of its partitions inside the ranges, 0 to 1
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
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
