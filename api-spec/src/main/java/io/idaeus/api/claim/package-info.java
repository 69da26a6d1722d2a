/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Claims: the steps of a plan at one node, which is reserved for that plan. */
@NullMarked
package io.idaeus.api.claim;

import org.jspecify.annotations.NullMarked;
