/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.comparison;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.rows.RowVerdict;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table that is compared.
 *
 * @param definition how its definitions differ; columns that are not in both are not compared
 * @param notComparable why none of its rows can be compared; absent where they can
 * @param share of the token range that is compared, from 0 to 1
 * @param rowsHere that were compared; the static columns of a partition count as one row
 * @param rowsThere the same of the other cluster
 * @param differences number of rows by verdict, without those that are the same
 * @param unread the first 100 token ranges whose rows could not be compared
 * @param unreadRanges how many of them there are
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record ComparedTable(
        String keyspace,
        String table,
        List<String> definition,
        @Nullable String notComparable,
        double share,
        long rowsHere,
        long rowsThere,
        Map<RowVerdict, Long> differences,
        List<ComparedRange> unread,
        long unreadRanges) {}
