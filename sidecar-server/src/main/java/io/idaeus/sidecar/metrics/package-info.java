/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The registry of metrics. Each package registers its own; docs/metrics.md lists them all. */
@NullMarked
package io.idaeus.sidecar.metrics;

import org.jspecify.annotations.NullMarked;
