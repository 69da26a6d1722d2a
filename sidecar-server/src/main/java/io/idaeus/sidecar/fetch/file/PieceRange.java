/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

/** Offsets in the file; {@code end} is exclusive. */
record PieceRange(long first, long end) {}
