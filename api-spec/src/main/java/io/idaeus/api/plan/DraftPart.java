/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

import io.idaeus.api.value.Bounded;
import io.idaeus.api.value.Bounds;
import io.swagger.v3.oas.annotations.media.Schema;

/**
 * A part of what was approved, which a destination keeps for a sidecar that adopts the plan.
 *
 * @param parts how many there are
 * @param data bytes; those of all parts in order are the coordinator's JSON, compressed by gzip
 */
// Nobody compares parts.
@SuppressWarnings("ArrayRecordComponent")
@Bounded.Fields
public record DraftPart(
        @Bounded.Digest String digest,
        @Bounded.AtLeastOne long fence,

        @Schema(minimum = "1", maximum = "" + Bounds.MAX_PARTS)
        int parts,

        byte[] data) {}
