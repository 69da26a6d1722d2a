/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Plans: a dead node replaced, or a data centre filled. */
@NullMarked
package io.idaeus.sidecar.plan;

import org.jspecify.annotations.NullMarked;
