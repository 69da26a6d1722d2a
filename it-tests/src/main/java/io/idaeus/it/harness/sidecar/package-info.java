/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Starts sidecars beside nodes, with certificates, tokens and slow links. */
@NullMarked
package io.idaeus.it.harness.sidecar;

import org.jspecify.annotations.NullMarked;
