/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** What the kernel's page cache holds of a file, and advice to it. */
@NullMarked
package io.idaeus.sidecar.pagecache;

import org.jspecify.annotations.NullMarked;
