/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

/**
 * Why an SSTable cannot be used.
 *
 * @param message what was found, what was expected, what to do
 */
public record UnreadableReason(Code code, String message) {
    /** Stable names, for callers to decide by. */
    public enum Code {
        /** Written by a Cassandra older than 4.0, or newer than this sidecar knows. */
        UNSUPPORTED_VERSION,
        /** Another partitioner than Murmur3Partitioner. */
        UNSUPPORTED_PARTITIONER,
        /** A file that the format or TOC.txt requires is missing. */
        MISSING_COMPONENT,
        /** A checksum, a length or an order is wrong. */
        CORRUPT_COMPONENT,
        /** A link or a directory stands where a file is expected. */
        NOT_A_FILE,
        /** The operating system refused to read a file. */
        UNREADABLE_FILE,
        /** Two data directories hold an SSTable of the same name. */
        DUPLICATE_NAME,
        /** A damaged transaction log names it: it may be live or not. */
        UNDECIDED_TRANSACTION
    }

    @Override
    public String toString() {
        return code + ": " + message;
    }
}
