/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Reads what others put on disks: opens regular files alone, and gives up scans of directories that hang. */
@NullMarked
package io.idaeus.sidecar.disk;

import org.jspecify.annotations.NullMarked;
