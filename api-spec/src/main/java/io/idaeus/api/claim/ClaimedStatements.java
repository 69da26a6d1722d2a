/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.claim;

import io.idaeus.api.keyspace.SchemaStatement;
import io.idaeus.api.value.Bounded;
import io.idaeus.api.value.Bounds;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import java.util.List;

/**
 * Schema statements that the coordinator of a plan asks for.
 *
 * @param statements in the order in which they are executed; those whose result is there are left out
 */
@Bounded.Fields
public record ClaimedStatements(
        @Bounded.Digest String digest,
        @Bounded.AtLeastOne long fence,

        @ArraySchema(minItems = 1, maxItems = Bounds.MAX_STATEMENTS)
        List<SchemaStatement> statements) {}
