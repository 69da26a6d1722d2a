/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Data plane, destination side: byte ranges into part files, checked. Knows files, not jobs. */
@NullMarked
package io.idaeus.sidecar.fetch;

import org.jspecify.annotations.NullMarked;
