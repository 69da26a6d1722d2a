/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rows;

/** A row and the digest of its key and cells. */
public record DigestedRow(RowId row, DigestSum digest) {}
