/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Waits and retries of transfers. */
@NullMarked
package io.idaeus.sidecar.transfer.waiting;

import org.jspecify.annotations.NullMarked;
