/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The sidecar's two data planes as processes that take commands on standard input. */
@NullMarked
package io.idaeus.it.bench.agent;

import org.jspecify.annotations.NullMarked;
