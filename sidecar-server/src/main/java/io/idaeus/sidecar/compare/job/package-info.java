/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Comparisons of clusters as durable jobs. */
@NullMarked
package io.idaeus.sidecar.compare.job;

import org.jspecify.annotations.NullMarked;
