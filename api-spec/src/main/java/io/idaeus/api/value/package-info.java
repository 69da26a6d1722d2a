/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Bounds and examples of the values on the wire. */
@NullMarked
package io.idaeus.api.value;

import org.jspecify.annotations.NullMarked;
