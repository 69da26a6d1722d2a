/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The files that are served, open while they are sent. */
@NullMarked
package io.idaeus.sidecar.serve.file;

import org.jspecify.annotations.NullMarked;
