/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Snapshots on disk: their directories, their SSTables, and who keeps them. */
@NullMarked
package io.idaeus.sidecar.snapshot.content;

import org.jspecify.annotations.NullMarked;
