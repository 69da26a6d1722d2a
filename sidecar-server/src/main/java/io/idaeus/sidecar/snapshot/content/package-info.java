/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** What is on disk of snapshots: their directories, their SSTables, and who keeps them. */
@NullMarked
package io.idaeus.sidecar.snapshot.content;

import org.jspecify.annotations.NullMarked;
