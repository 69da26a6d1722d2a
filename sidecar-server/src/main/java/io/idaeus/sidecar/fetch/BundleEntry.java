/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One component of a bundle.
 *
 * @param content its bytes where they are known, to be proven, written and forced with the others; null to fetch them
 */
public record BundleEntry(FetchRequest request, @Nullable ByteBuffer content) {

    public BundleEntry(FetchRequest request) {
        this(request, null);
    }
}
