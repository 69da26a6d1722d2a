/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** How many connections a plane holds, before and after it knows who is at the other end. */
@NullMarked
package io.idaeus.sidecar.admission;

import org.jspecify.annotations.NullMarked;
