/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A file of those that are to be there together.
 *
 * @param content its bytes, where they are known already and only to be proven, written and forced with the others; null
 *     where the peer has them
 */
public record BundleEntry(FetchRequest request, @Nullable ByteBuffer content) {

    /** One that the peer has. */
    public BundleEntry(FetchRequest request) {
        this(request, null);
    }
}
