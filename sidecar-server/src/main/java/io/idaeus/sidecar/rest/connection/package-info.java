/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Connections of the control plane: TLS, their number, and what is read of a stranger. */
@NullMarked
package io.idaeus.sidecar.rest.connection;

import org.jspecify.annotations.NullMarked;
