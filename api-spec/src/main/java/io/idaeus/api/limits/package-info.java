/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Limits of rates, set and in effect. */
@NullMarked
package io.idaeus.api.limits;

import org.jspecify.annotations.NullMarked;
