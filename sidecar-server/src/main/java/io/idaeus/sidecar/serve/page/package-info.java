/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Reads cold pages ahead of event loops; drops them afterwards. */
@NullMarked
package io.idaeus.sidecar.serve.page;

import org.jspecify.annotations.NullMarked;
