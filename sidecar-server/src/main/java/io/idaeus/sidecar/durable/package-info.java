/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Crash points: what becomes durable, step by step, by name. */
@NullMarked
package io.idaeus.sidecar.durable;

import org.jspecify.annotations.NullMarked;
