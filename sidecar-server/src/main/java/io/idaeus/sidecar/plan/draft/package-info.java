/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** What a plan does, decided from facts of the cluster alone. */
@NullMarked
package io.idaeus.sidecar.plan.draft;

import org.jspecify.annotations.NullMarked;
