/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * What a transfer would move, and everything that speaks against it. Pure: facts in, a plan out; nothing here talks to a
 * node or touches a disk.
 */
@NullMarked
package io.idaeus.sidecar.planning;

import org.jspecify.annotations.NullMarked;
