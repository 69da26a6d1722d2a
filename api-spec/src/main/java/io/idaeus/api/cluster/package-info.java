/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The nodes of a cluster, their sidecars and their tokens. */
@NullMarked
package io.idaeus.api.cluster;

import org.jspecify.annotations.NullMarked;
