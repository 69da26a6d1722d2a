/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * SSTables by first token, unreadable ones last.
 *
 * @param total how many there are over all pages
 * @param next the value of {@code after} for the next page; null on the last
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SstablePage(
        String keyspace,
        String table,
        String tableId,
        List<SstableInfo> sstables,
        int total,
        long totalBytes,
        @Nullable String next) {}
