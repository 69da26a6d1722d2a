/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Transfers: SSTables of one table that move from a source to a destination. */
@NullMarked
package io.idaeus.api.transfer;

import org.jspecify.annotations.NullMarked;
