/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The plan phase: asks the sources what they have, and plans from their answers. */
@NullMarked
package io.idaeus.sidecar.transfer.plan;

import org.jspecify.annotations.NullMarked;
