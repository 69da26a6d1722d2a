/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Files of SSTables, read a part at a time and within bounds: checksums, compression, filters. */
@NullMarked
package io.idaeus.sidecar.sstable.file;

import org.jspecify.annotations.NullMarked;
