/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Sources, their leases, and what they own. */
@NullMarked
package io.idaeus.sidecar.transfer.source;

import org.jspecify.annotations.NullMarked;
