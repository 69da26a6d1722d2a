/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

/**
 * A chunk of the source's Data.db.
 *
 * @param index from 0
 * @param position of its first byte in the file
 * @param storedLength bytes in the file, without a checksum after them
 * @param length uncompressed bytes
 * @param crc CRC32 of the stored bytes where it is in another file, else 0
 */
record StoredChunk(long index, long position, int storedLength, int length, int crc) {}
