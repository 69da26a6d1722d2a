/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Tokens, token ranges, ownership and overlap. Pure: depends on the JDK alone. */
@NullMarked
package io.idaeus.sidecar.ring;

import org.jspecify.annotations.NullMarked;
