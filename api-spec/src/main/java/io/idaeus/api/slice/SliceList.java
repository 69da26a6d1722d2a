/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.slice;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * The SSTables that slices are made from.
 *
 * @param slices of the first of the SSTables that were asked for, in that order: of one at least, but not of all where the
 *     answer would be long. Ask for the others again
 */
@Schema(example = SliceExamples.SLICES)
public record SliceList(List<SliceDescription> slices) {}
