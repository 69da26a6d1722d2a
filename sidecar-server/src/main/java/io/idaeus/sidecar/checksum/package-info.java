/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */

/** Component checksums. */
@NullMarked
package io.idaeus.sidecar.checksum;

import org.jspecify.annotations.NullMarked;
