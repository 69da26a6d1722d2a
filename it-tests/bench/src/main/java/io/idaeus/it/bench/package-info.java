/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Measures the data plane, other tools and the limit of the machine on the same files. */
@NullMarked
package io.idaeus.it.bench;

import org.jspecify.annotations.NullMarked;
