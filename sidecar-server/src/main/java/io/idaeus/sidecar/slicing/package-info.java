/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Descriptions of slices, as a source gives them and a destination reads them. */
@NullMarked
package io.idaeus.sidecar.slicing;

import org.jspecify.annotations.NullMarked;
