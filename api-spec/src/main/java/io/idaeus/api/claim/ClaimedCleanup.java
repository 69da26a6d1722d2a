/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.claim;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.TableRef;
import io.idaeus.api.value.Bounded;
import org.jspecify.annotations.Nullable;

/**
 * A cleanup that the coordinator of a plan asks a destination for.
 *
 * @param table from which rows are removed that the node does not own; absent for the tables that the plan's transfers have
 *     left such rows in
 */
@Bounded.Fields
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ClaimedCleanup(
        @Bounded.Digest String digest,
        @Bounded.AtLeastOne long fence,
        @Nullable TableRef table) {}
