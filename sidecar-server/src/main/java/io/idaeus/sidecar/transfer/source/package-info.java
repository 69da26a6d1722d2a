/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Where SSTables come from: sources, their leases, and what they own. */
@NullMarked
package io.idaeus.sidecar.transfer.source;

import org.jspecify.annotations.NullMarked;
