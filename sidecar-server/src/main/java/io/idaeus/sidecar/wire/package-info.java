/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** What both ends of the data plane share: addresses, entity tags, the transport, counters per peer. */
@NullMarked
package io.idaeus.sidecar.wire;

import org.jspecify.annotations.NullMarked;
