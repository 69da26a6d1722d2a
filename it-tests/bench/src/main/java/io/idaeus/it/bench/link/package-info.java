/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Competitors over a link that delays, loses and limits. */
@NullMarked
package io.idaeus.it.bench.link;

import org.jspecify.annotations.NullMarked;
