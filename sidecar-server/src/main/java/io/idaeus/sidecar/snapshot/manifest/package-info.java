/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Manifests: the components of a snapshot with their sizes and checksums, built once and served. */
@NullMarked
package io.idaeus.sidecar.snapshot.manifest;

import org.jspecify.annotations.NullMarked;
