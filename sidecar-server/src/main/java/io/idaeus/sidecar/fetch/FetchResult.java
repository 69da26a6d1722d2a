/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.request.CallFailure;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How a fetch ended. A cancelled fetch has no result. */
public sealed interface FetchResult {

    /**
     * The file is proven and durable.
     *
     * @param resumedBytes from an earlier part file
     */
    record Fetched(long bytes, long resumedBytes) implements FetchResult {}

    /**
     * The file is proven and in its place, but not durable. {@link Unforced} makes it so.
     *
     * @param resumedBytes of a file that was in its place already, and was read to prove it
     */
    record Received(long bytes, long resumedBytes) implements FetchResult {}

    /** An earlier fetch proved the destination. */
    record AlreadyThere(long bytes) implements FetchResult {}

    /**
     * The bytes are not those of the manifest; the part file is deleted.
     *
     * @param resumedBytes may be the wrong ones
     */
    record Mismatch(Crc32 foundCrc32, Crc32 expectedCrc32, long resumedBytes, Fault fault) implements FetchResult {}

    enum Fault {
        /** The source's checksums of the pieces are not known. */
        UNKNOWN,
        /** The source reads what the manifest says. */
        WIRE,
        /** The source reads something other than the manifest says. */
        SOURCE_DISK,
        /** The manifest carries the wrong bytes itself. */
        MANIFEST
    }

    /**
     * The file did not arrive, or could not be written. Its part file stays.
     *
     * @param message names the peer and the component, or the local file
     * @param retryAfter null where the peer sent none
     */
    record Failed(
            Reason reason,
            String message,
            @Nullable Duration retryAfter,
            @Nullable Throwable cause) implements FetchResult {}

    enum Reason {
        UNREACHABLE(true),
        /** No byte arrived for the idle timeout. */
        TIMED_OUT(true),
        CONNECTION_LOST(true),
        /** 429 or 5xx. */
        PEER_BUSY(true),
        /** 404 or 410. */
        GONE(false),
        FORBIDDEN(false),
        /** 409, 412, 416 or another entity tag. */
        CHANGED(false),
        PROTOCOL(false),
        /** Another fetch has the part file. */
        IN_USE(true),
        /** The disk or the quota. */
        DISK_FULL(false),
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
