/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** SSTables, their components and checksums. */
@NullMarked
package io.idaeus.api.sstable;

import org.jspecify.annotations.NullMarked;
