/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.comparison;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A comparison of tables of this cluster with those of another one. It is exact where no client wrote between {@code
 * createdAt} and {@code finishedAt}; with {@code asOf} also otherwise, but for deletions, where the clocks of those that
 * write are right.
 *
 * @param requestedBy absent without authentication
 * @param here name of this cluster
 * @param there name of the other one
 * @param finishedAt absent before its end
 * @param result absent unless it is completed
 * @param share of the work that is done, from 0 to 1
 * @param etaSeconds time left at the rate of this run; absent where it is not known
 * @param waiting absent where it waits for nothing
 * @param error why it failed; absent where it did not
 * @param tables absent in lists
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(example = ComparisonExamples.COMPARISON)
@RecordBuilder
public record Comparison(
        String id,
        ComparisonState state,
        ComparisonRequest request,
        @Nullable String requestedBy,
        String here,
        String there,
        Instant createdAt,
        @Nullable Instant finishedAt,
        @Nullable ComparisonResult result,
        double share,
        @Nullable Long etaSeconds,
        long rowsHere,
        long rowsThere,
        @Nullable ComparisonWait waiting,
        @Nullable String error,
        @Nullable List<ComparedTable> tables) {}
