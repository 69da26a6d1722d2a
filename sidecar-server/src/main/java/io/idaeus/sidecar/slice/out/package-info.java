/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The components of a slice, written one after the other. */
@NullMarked
package io.idaeus.sidecar.slice.out;

import org.jspecify.annotations.NullMarked;
