/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Health, audit entries, housekeeping, and the events that a sidecar sends. */
@NullMarked
package io.idaeus.api.operations;

import org.jspecify.annotations.NullMarked;
