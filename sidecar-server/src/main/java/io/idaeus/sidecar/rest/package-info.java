/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The control plane: thin controllers on the API's interfaces, problem documents, server-sent events. */
@NullMarked
package io.idaeus.sidecar.rest;

import org.jspecify.annotations.NullMarked;
