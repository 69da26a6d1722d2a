/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Threads that have names, and do not keep the process. */
@NullMarked
package io.idaeus.sidecar.thread;

import org.jspecify.annotations.NullMarked;
