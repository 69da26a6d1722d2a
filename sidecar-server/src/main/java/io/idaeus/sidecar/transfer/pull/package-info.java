/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The pull phase: fetches every selected component into staging. */
@NullMarked
package io.idaeus.sidecar.transfer.pull;

import org.jspecify.annotations.NullMarked;
