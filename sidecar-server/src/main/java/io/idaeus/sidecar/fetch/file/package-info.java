/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Received files and pieces on disk. Knows sinks, not connections. */
@NullMarked
package io.idaeus.sidecar.fetch.file;

import org.jspecify.annotations.NullMarked;
