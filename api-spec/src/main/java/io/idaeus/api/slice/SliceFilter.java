/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.slice;

/**
 * The figures that decide the size of a bloom filter.
 *
 * @param hashes number of hashes of each key
 * @param words number of words of 64 bits
 */
public record SliceFilter(int hashes, long words) {}
