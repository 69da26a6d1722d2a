/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Records as JSON files that are replaced atomically. */
@NullMarked
package io.idaeus.sidecar.store;

import org.jspecify.annotations.NullMarked;
