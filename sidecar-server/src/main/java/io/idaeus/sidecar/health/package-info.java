/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Whether the sidecar can do its work. */
@NullMarked
package io.idaeus.sidecar.health;

import org.jspecify.annotations.NullMarked;
