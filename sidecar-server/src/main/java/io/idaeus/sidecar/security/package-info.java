/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** TLS, callers, peers. */
@NullMarked
package io.idaeus.sidecar.security;

import org.jspecify.annotations.NullMarked;
