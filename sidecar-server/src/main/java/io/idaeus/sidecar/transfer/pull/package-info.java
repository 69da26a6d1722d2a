/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The pull phase: fetches every component of the plan into staging. */
@NullMarked
package io.idaeus.sidecar.transfer.pull;

import org.jspecify.annotations.NullMarked;
