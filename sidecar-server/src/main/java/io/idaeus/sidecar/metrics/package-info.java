/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Meters, and how Prometheus reads them. docs/metrics.md lists them. */
@NullMarked
package io.idaeus.sidecar.metrics;

import org.jspecify.annotations.NullMarked;
