/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.keyspace;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many bytes a node holds of a keyspace, by token range.
 *
 * @param ranges {@code left:right} each
 * @param transactionsRead whether the node's record of lightweight transactions could be read; absent from sidecars of
 *     earlier builds
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(example = KeyspaceExamples.SIZES)
public record KeyspaceSizes(
        String keyspace,
        List<String> ranges,
        List<TableSizes> tables,
        @Nullable Boolean transactionsRead) {}
