/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** A plan as it was drafted, and the digest by which it is approved. */
@NullMarked
package io.idaeus.sidecar.plan.draft;

import org.jspecify.annotations.NullMarked;
