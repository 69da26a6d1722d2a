/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

/**
 * The bytes of one piece in its file.
 *
 * @param first offset of the first byte
 * @param end offset after the last byte
 */
record PieceRange(long first, long end) {}
