/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Server-sent events: what changed, to readers that may be slow or come back. */
@NullMarked
package io.idaeus.sidecar.rest.event;

import org.jspecify.annotations.NullMarked;
