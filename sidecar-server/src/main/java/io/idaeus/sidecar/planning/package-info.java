/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * What a transfer moves, and the findings of its checks. Pure: facts in, a plan out; no calls to nodes, no disk access.
 */
@NullMarked
package io.idaeus.sidecar.planning;

import org.jspecify.annotations.NullMarked;
