/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The select phase: asks the sources what they have, and selects from their answers. On the wire it is called PLANNING. */
@NullMarked
package io.idaeus.sidecar.transfer.select;

import org.jspecify.annotations.NullMarked;
