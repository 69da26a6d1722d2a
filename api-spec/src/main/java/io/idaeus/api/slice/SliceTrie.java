/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.slice;

import io.idaeus.api.FileRange;
import java.util.List;

/**
 * Pages of {@code Partitions.db} that lead to some partitions.
 *
 * @param root position of the trie's root
 * @param pages whole pages of 4096 bytes, ascending; the last of the file may be shorter
 * @param crc32 of these bytes, one range after the other; eight lower-case hex digits
 */
public record SliceTrie(long root, List<FileRange> pages, String crc32) {}
