/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** What a transfer waits for, how it waits, and how a phase is retried. */
@NullMarked
package io.idaeus.sidecar.transfer.waiting;

import org.jspecify.annotations.NullMarked;
