/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Which pages of a file the kernel's page cache holds, reading them ahead, and dropping them. */
@NullMarked
package io.idaeus.sidecar.pagecache;

import org.jspecify.annotations.NullMarked;
