/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A component of a bundle.
 *
 * @param content null to fetch it
 */
public record BundleEntry(FetchRequest request, @Nullable ByteBuffer content) {

    public BundleEntry(FetchRequest request) {
        this(request, null);
    }
}
