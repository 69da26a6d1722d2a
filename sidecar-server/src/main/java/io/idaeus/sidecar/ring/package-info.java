/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Tokens and token ranges; depends on the JDK alone. */
@NullMarked
package io.idaeus.sidecar.ring;

import org.jspecify.annotations.NullMarked;
