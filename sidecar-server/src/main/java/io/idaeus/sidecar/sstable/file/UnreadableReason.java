/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.file;

/**
 * Why an SSTable cannot be used.
 *
 * @param message what was found, what was expected, what to do
 */
public record UnreadableReason(Code code, String message) {
    /** Stable names. */
    public enum Code {
        /** Older than Cassandra 4.0, or newer than this sidecar knows. */
        UNSUPPORTED_VERSION,
        /** Not Murmur3Partitioner. */
        UNSUPPORTED_PARTITIONER,
        /** The format or TOC.txt requires the file. */
        MISSING_COMPONENT,
        /** A checksum, length or order is wrong. */
        CORRUPT_COMPONENT,
        /** A link or directory in place of a file. */
        NOT_A_FILE,
        /** The operating system refused to read a file. */
        UNREADABLE_FILE,
        /** Two data directories hold the name. */
        DUPLICATE_NAME,
        /** A damaged transaction log names it. */
        UNDECIDED_TRANSACTION
    }

    @Override
    public String toString() {
        return code + ": " + message;
    }
}
