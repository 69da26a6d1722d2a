/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Measures how long a data centre of three nodes takes to be filled: its nodes at once, and one after the other. */
@NullMarked
package io.idaeus.it.bench.rebuild;

import org.jspecify.annotations.NullMarked;
