/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Data plane, source side: byte ranges of snapshot files over HTTP/1.1. Knows files, not jobs. */
@NullMarked
package io.idaeus.sidecar.serve;

import org.jspecify.annotations.NullMarked;
