/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Cassandra's compressors of chunks. */
@NullMarked
package io.idaeus.sidecar.slice.codec;

import org.jspecify.annotations.NullMarked;
