/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Failures. */
@NullMarked
package io.idaeus.sidecar.problem;

import org.jspecify.annotations.NullMarked;
