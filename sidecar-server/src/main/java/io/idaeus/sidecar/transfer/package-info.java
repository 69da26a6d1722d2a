/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The service that runs transfers. */
@NullMarked
package io.idaeus.sidecar.transfer;

import org.jspecify.annotations.NullMarked;
