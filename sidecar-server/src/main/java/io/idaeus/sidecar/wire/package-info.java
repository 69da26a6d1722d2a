/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** What both ends of the data plane share: component addresses, entity tags, and the Netty transport. */
@NullMarked
package io.idaeus.sidecar.wire;

import org.jspecify.annotations.NullMarked;
