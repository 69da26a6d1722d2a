/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */

/** Plans that this node belongs to, and the steps that their coordinators ask it for. */
@NullMarked
package io.idaeus.sidecar.claim;

import org.jspecify.annotations.NullMarked;
