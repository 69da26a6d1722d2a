/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** {@code idaeus compare}: compares two clusters row by row. */
@NullMarked
package io.idaeus.cli.compare;

import org.jspecify.annotations.NullMarked;
