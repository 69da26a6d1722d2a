/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.comparison;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a table that differ.
 *
 * @param rows the first 100 of each verdict, in the order in which they were found
 * @param next value of {@code after} for the next page; absent on the last page
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(example = ComparisonExamples.ROWS)
public record DifferingRowPage(
        List<DifferingRow> rows, @Nullable String next) {}
