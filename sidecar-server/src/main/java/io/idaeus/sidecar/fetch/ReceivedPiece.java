/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

/**
 * A piece that came.
 *
 * @param crc32 of the bytes as they came
 */
record ReceivedPiece(int index, int crc32) {}
