/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Shared by both ends of the data plane. */
@NullMarked
package io.idaeus.sidecar.wire;

import org.jspecify.annotations.NullMarked;
