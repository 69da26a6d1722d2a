/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** What a selection says of SSTables, and what of it may be accepted. */
@NullMarked
package io.idaeus.sidecar.selection.finding;

import org.jspecify.annotations.NullMarked;
