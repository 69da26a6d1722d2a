/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Which partitions an SSTable has, and where: indexes of both formats, summaries, ranges of tokens. */
@NullMarked
package io.idaeus.sidecar.sstable.index;

import org.jspecify.annotations.NullMarked;
