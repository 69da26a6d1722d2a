/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Data plane, destination side: fetches and proves components. Knows files, not transfers. */
@NullMarked
package io.idaeus.sidecar.fetch;

import org.jspecify.annotations.NullMarked;
