/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Findings of a selection about SSTables, and which of them may be accepted. */
@NullMarked
package io.idaeus.sidecar.selection.finding;

import org.jspecify.annotations.NullMarked;
