/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** What may be asked of a peer, and how its answers are read. */
@NullMarked
package io.idaeus.sidecar.fetch.request;

import org.jspecify.annotations.NullMarked;
