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
 * Keyspaces, by name.
 *
 * @param next value of {@code after} for the next page; absent on the last page
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(example = KeyspaceExamples.KEYSPACES)
public record KeyspaceList(
        List<KeyspaceInfo> keyspaces, @Nullable String next) {}
