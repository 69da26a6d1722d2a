/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.wire.Bundle;

/**
 * What is asked of one file in a request for many.
 *
 * @param first the first byte that is sent, up to the file's size
 */
record BundlePart(ServedFile file, long first) {

    /** Bytes of the file that are sent. */
    long length() {
        return file.size() - first;
    }

    /** With what follows them. */
    long lengthWithTrailer() {
        return length() + Bundle.TRAILER_BYTES;
    }
}
