/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.claim;

import io.idaeus.api.value.Bounded;

/** A step that the coordinator of a plan asks a destination for. */
@Bounded.Fields
public record ClaimedStep(
        @Bounded.Digest String digest, @Bounded.AtLeastOne long fence) {}
