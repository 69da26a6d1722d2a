/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** One connection to a peer's data plane: requests, responses, pacing and time-outs. Knows no files. */
@NullMarked
package io.idaeus.sidecar.fetch.connection;

import org.jspecify.annotations.NullMarked;
