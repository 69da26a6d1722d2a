/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.imports;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.value.Bounded;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Request to import staged directories.
 *
 * @param directories below a staging root, each ending in {@code keyspace/table-id}, with the table id as 32 hex digits
 * @param accept codes of findings to accept, of severity {@code REFUSE_UNLESS_ACCEPTED}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Bounded.Fields
public record ImportRequest(
        @Bounded.Name String keyspace,
        @Bounded.Name String table,
        @Bounded.Paths List<String> directories,
        @Nullable ImportOptions options,
        @Nullable @Bounded.TransferFindings List<String> accept) {}
