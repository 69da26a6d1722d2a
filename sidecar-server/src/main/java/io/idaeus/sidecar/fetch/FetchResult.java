/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.connection.CallFailure;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How a fetch ended. A cancelled fetch has no result: its future is cancelled and its part file stays. */
public sealed interface FetchResult {

    /**
     * The file is at its destination, proven and durable.
     *
     * @param resumedBytes bytes that an earlier part file held
     */
    record Fetched(long bytes, long resumedBytes) implements FetchResult {}

    /** The destination exists with the expected size. An earlier fetch proved it before renaming it. */
    record AlreadyThere(long bytes) implements FetchResult {}

    /**
     * All bytes arrived, and they are not those of the manifest. The part file is deleted.
     *
     * @param resumedBytes bytes that an earlier part file held; if not 0, they may be the wrong ones
     */
    record Mismatch(Crc32 foundCrc32, Crc32 expectedCrc32, long resumedBytes, Fault fault) implements FetchResult {}

    enum Fault {
        /** Unknown: the file arrived in one piece, or the source sends no checksums of pieces. */
        UNKNOWN,
        /** In transit: the source reads from its disk what the manifest says. */
        WIRE,
        /** At the source: it reads from its disk something other than the manifest says. */
        SOURCE_DISK
    }

    /**
     * The file did not arrive, or could not be written. The part file, if any, stays for the next fetch.
     *
     * @param message names the peer and the component, or the local file
     * @param retryAfter the peer's Retry-After; null where it sent none
     */
    record Failed(
            Reason reason,
            String message,
            @Nullable Duration retryAfter,
            @Nullable Throwable cause) implements FetchResult {}

    enum Reason {
        UNREACHABLE(true),
        /** The peer sent no byte for the idle timeout. */
        TIMED_OUT(true),
        CONNECTION_LOST(true),
        /** The peer has too many connections, drains or fails (429, 5xx). */
        PEER_BUSY(true),
        /** The peer no longer has the snapshot (404, 410). */
        GONE(false),
        FORBIDDEN(false),
        /** The peer has another file under this name (409, 412, 416, or another entity tag). */
        CHANGED(false),
        PROTOCOL(false),
        /** Another fetch has the part file open, in this process or another. */
        IN_USE(true),
        /** The destination's disk or quota is full. */
        DISK_FULL(false),
        /** Another failure of the destination's file system. */
        LOCAL_IO(false);

        private final boolean retryable;

        Reason(boolean retryable) {
            this.retryable = retryable;
        }

        static Reason of(CallFailure failure) {
            return switch (failure) {
                case UNREACHABLE -> UNREACHABLE;
                case TIMED_OUT -> TIMED_OUT;
                case CONNECTION_LOST -> CONNECTION_LOST;
                case PEER_BUSY -> PEER_BUSY;
                case GONE -> GONE;
                case FORBIDDEN -> FORBIDDEN;
                case CHANGED -> CHANGED;
                case PROTOCOL -> PROTOCOL;
            };
        }

        /** Whether the same fetch may succeed later without intervention. */
        public boolean retryable() {
            return retryable;
        }
    }
}
