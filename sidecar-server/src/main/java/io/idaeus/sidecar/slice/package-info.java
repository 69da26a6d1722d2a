/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Slices: SSTables cut to token ranges. Writes each component anew from the chunks and index entries of the wanted
 * partitions; no row is deserialized.
 */
@NullMarked
package io.idaeus.sidecar.slice;

import org.jspecify.annotations.NullMarked;
