/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The process: its command line, and what is wired to what. */
@NullMarked
package io.idaeus.sidecar;

import org.jspecify.annotations.NullMarked;
