/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

/**
 * One file of an SSTable as it was found.
 *
 * @param name what follows the SSTable's name in the file's, for instance {@code Data.db}
 */
public record Component(String name, FileStamp stamp) {
    /** Bytes. */
    public long size() {
        return stamp.size();
    }
}
