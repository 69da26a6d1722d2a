/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.slice;

/**
 * What the size of a bloom filter follows from.
 *
 * @param hashes number of hashes of each key
 * @param words number of words of 64 bits
 */
public record SliceFilter(int hashes, long words) {}
