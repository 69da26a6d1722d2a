/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

/** A received piece and the CRC32 of its bytes. */
public record ReceivedPiece(int index, int crc32) {}
