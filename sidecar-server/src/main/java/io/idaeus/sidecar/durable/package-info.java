/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Crash points of durable writes. */
@NullMarked
package io.idaeus.sidecar.durable;

import org.jspecify.annotations.NullMarked;
