/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.file;

import io.idaeus.sidecar.sstable.file.UnreadableReason.Code;
import org.jspecify.annotations.Nullable;

/** The reason why a parser rejects an SSTable. */
public final class SstableException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Code code;

    public SstableException(Code code, String message) {
        this(code, message, null);
    }

    public SstableException(Code code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** A component that cannot be what Cassandra wrote. */
    public static SstableException corrupt(String message, Throwable cause) {
        return new SstableException(Code.CORRUPT_COMPONENT, message, cause);
    }

    public Code code() {
        return code;
    }

    public UnreadableReason problem() {
        return new UnreadableReason(code, String.valueOf(getMessage()));
    }
}
