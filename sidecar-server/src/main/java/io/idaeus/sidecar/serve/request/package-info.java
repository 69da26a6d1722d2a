/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** What a request asks for: its syntax, target, byte range and bundle lines. Touches no file. */
@NullMarked
package io.idaeus.sidecar.serve.request;

import org.jspecify.annotations.NullMarked;
