/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** {@code idaeus transfer} and {@code idaeus import}: starts, shows and watches transfers, and imports directories. */
@NullMarked
package io.idaeus.cli.transfer;

import org.jspecify.annotations.NullMarked;
