/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import io.swagger.v3.oas.annotations.media.Schema;

/** A step that the coordinator of a plan asks a destination for. */
@Schema(additionalProperties = Schema.AdditionalPropertiesValue.FALSE, example = Examples.CLAIMED_STEP)
public record ClaimedStep(
        @Bounded.Digest String digest, @Bounded.AtLeastOne long fence) {}
