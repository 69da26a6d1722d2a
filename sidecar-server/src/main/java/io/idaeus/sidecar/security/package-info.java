/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** TLS contexts, who may call, which peers may be called, where a plane may listen. */
@NullMarked
package io.idaeus.sidecar.security;

import org.jspecify.annotations.NullMarked;
