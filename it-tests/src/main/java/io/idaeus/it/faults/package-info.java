/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** {@code make test-faults}: transfers between two real nodes while something breaks. */
@NullMarked
package io.idaeus.it.faults;

import org.jspecify.annotations.NullMarked;
