/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the import of staged directories.
 *
 * @param directories each lies below a staging root and ends in {@code keyspace/table-id}, the table's id as 32 hex digits
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ImportRequest(
        String keyspace,
        String table,
        List<String> directories,
        @Nullable ImportOptions options) {}
