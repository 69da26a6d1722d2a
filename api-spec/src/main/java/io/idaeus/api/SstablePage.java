/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * SSTables by first token; unreadable ones come last.
 *
 * @param total number of SSTables over all pages
 * @param totalBytes their size over all pages
 * @param next value of {@code after} for the next page; absent on the last page
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(example = Examples.SSTABLES)
public record SstablePage(
        String keyspace,
        String table,
        String tableId,
        List<SstableInfo> sstables,
        int total,
        long totalBytes,
        @Nullable String next) {}
