/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.slice;

/**
 * A partition of an SSTable.
 *
 * @param key hexadecimal
 * @param dataFrom position in the uncompressed {@code Data.db}
 */
public record SlicePartition(String key, long dataFrom) {}
