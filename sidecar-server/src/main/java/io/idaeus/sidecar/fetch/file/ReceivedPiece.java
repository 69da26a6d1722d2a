/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

/**
 * A piece that was received.
 *
 * @param crc32 of the received bytes
 */
public record ReceivedPiece(int index, int crc32) {}
