/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */

/** The checksum by which a component is known from the source's manifest to the destination's disk. */
@NullMarked
package io.idaeus.sidecar.checksum;

import org.jspecify.annotations.NullMarked;
