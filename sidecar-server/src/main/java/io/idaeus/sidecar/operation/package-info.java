/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * The operations of this sidecar: a call and a request in, a result out. An operation owns its permission, what its audit
 * record names, its quota and its revision. Knows nothing of HTTP.
 */
@NullMarked
package io.idaeus.sidecar.operation;

import org.jspecify.annotations.NullMarked;
