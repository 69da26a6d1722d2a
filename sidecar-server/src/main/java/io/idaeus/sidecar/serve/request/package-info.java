/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Parses requests: syntax, target, byte range, bundle lines. */
@NullMarked
package io.idaeus.sidecar.serve.request;

import org.jspecify.annotations.NullMarked;
