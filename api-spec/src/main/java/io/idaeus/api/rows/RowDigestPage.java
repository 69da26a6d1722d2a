/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.rows;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Digests of blocks of rows.
 *
 * @param blocks those that ended on this page, in order. Of buckets: what this page adds to each
 * @param rows that were read for this page
 * @param bytes of these rows
 * @param next where the next page begins; absent on the last one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(example = RowExamples.ROW_DIGESTS)
public record RowDigestPage(
        List<RowBlock> blocks,
        long rows,
        long bytes,
        @Nullable String next) {
    /**
     * A block of rows.
     *
     * @param end its last token, or the number of its bucket
     * @param rows how many there are; the static columns of a partition count as one
     * @param digest sum of the digests of its rows modulo 2^128, in hex: the same rows have the same sum in any order
     */
    public record RowBlock(String end, long rows, String digest) {}
}
