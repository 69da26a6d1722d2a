/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Names of SSTables and of their components, and what follows from a format and a version. */
@NullMarked
package io.idaeus.sidecar.sstable.name;

import org.jspecify.annotations.NullMarked;
