/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/**
 * Tells one state of a file from another without reading it: Cassandra replaces or appends, and both show here.
 *
 * @param file device and inode
 * @param size bytes
 */
public record FileStamp(Object file, long size, FileTime modified) {
    public static FileStamp of(BasicFileAttributes attributes) {
        Object key = attributes.fileKey();
        return new FileStamp(key == null ? "no inode" : key, attributes.size(), attributes.lastModifiedTime());
    }
}
