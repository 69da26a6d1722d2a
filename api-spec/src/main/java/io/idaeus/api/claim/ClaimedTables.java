/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.claim;

import io.idaeus.api.TableRef;
import io.idaeus.api.value.Bounded;
import io.idaeus.api.value.Bounds;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import java.util.List;

/** Tables for which the coordinator of a plan asks something. */
@Bounded.Fields
public record ClaimedTables(
        @Bounded.Digest String digest,
        @Bounded.AtLeastOne long fence,

        @ArraySchema(minItems = 1, maxItems = Bounds.MAX_TABLES)
        List<TableRef> tables) {}
