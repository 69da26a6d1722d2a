/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The sidecar's two data planes as processes of their own, told what to do over standard input. */
@NullMarked
package io.idaeus.it.bench.agent;

import org.jspecify.annotations.NullMarked;
