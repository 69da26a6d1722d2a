/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The one exception that crosses packages: a stable problem type, what was found, what to do. */
@NullMarked
package io.idaeus.sidecar.problem;

import org.jspecify.annotations.NullMarked;
