/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Cassandra's releases, compared by their numbers. Knows nothing of what each can do. */
@NullMarked
package io.idaeus.sidecar.release;

import org.jspecify.annotations.NullMarked;
