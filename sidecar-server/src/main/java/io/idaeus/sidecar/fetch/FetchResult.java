/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.checksum.Crc32;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How a fetch ended. A cancelled fetch has no result: its future is cancelled, and its part file stays. */
public sealed interface FetchResult {

    /**
     * The file is at its destination, its length and CRC32 proven, forced to disk.
     *
     * @param bytes its size
     * @param resumedBytes how many of them an earlier part file held
     */
    record Fetched(long bytes, long resumedBytes) implements FetchResult {}

    /** The destination was there, of the right size: an earlier fetch proved it before it renamed it. */
    record AlreadyThere(long bytes) implements FetchResult {}

    /**
     * All bytes came and are not those of the manifest. The part file is deleted.
     *
     * @param resumedBytes how many of them an earlier part file held; when not 0 the fault may lie there
     * @param fault where it lies, as far as can be told
     */
    record Mismatch(Crc32 foundCrc32, Crc32 expectedCrc32, long resumedBytes, Fault fault) implements FetchResult {}

    /** Where bytes went wrong. */
    enum Fault {
        /** Nobody can tell: the file came in one piece, or the source tells no checksums of pieces. */
        UNKNOWN,
        /** Between the source's disk and here: the source reads from its disk what the manifest says. */
        WIRE,
        /** On the source: what it reads from its disk is not what the manifest says. */
        SOURCE_DISK
    }

    /**
     * The file did not come, or did not reach the disk. The part file, if any, stays for the next fetch.
     *
     * @param message names the peer and the component or file: what was found, what was expected
     * @param retryAfter how long the peer asked to be left alone (Retry-After); null where it did not say
     */
    record Failed(
            Reason reason,
            String message,
            @Nullable Duration retryAfter,
            @Nullable Throwable cause) implements FetchResult {}

    /** Why a fetch failed. */
    enum Reason {
        /** No connection: refused, no route, or no answer to it in time; or the TLS handshake failed. */
        UNREACHABLE(true),
        /** Connected, and then no bytes for the idle timeout. */
        TIMED_OUT(true),
        /** The connection ended before the body did. */
        CONNECTION_LOST(true),
        /** The peer has too many connections or is draining (429, 503), or failed (5xx). */
        PEER_BUSY(true),
        /** The peer does not serve it: the snapshot is gone (404, 410). */
        GONE(false),
        /** The peer does not accept this caller (401, 403). */
        FORBIDDEN(false),
        /** The peer has another file under this name than the manifest said (another entity tag; 409, 412). */
        CHANGED(false),
        /** The peer's answer makes no sense. */
        PROTOCOL(false),
        /** Another fetch, of this process or another, has the part file open. */
        IN_USE(true),
        /** The destination's disk or quota is full. */
        DISK_FULL(false),
        /** Any other failure of the destination's file system. */
        LOCAL_IO(false);

        private final boolean retryable;

        Reason(boolean retryable) {
            this.retryable = retryable;
        }

        /** Whether the same fetch may succeed a little later, without anybody doing anything. */
        public boolean retryable() {
            return retryable;
        }
    }
}
