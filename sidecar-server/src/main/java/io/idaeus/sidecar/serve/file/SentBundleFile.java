/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.file;

import io.idaeus.sidecar.serve.page.SentFile;
import io.idaeus.sidecar.wire.Bundle;
import java.nio.file.Path;

/**
 * One file of a bundle.
 *
 * @param first the first byte sent
 * @param end exclusive; {@code first} for none
 */
public record SentBundleFile(ServedFile file, long first, long end) implements SentFile {

    @Override
    public Path path() {
        return file.path();
    }

    public long length() {
        return end - first;
    }

    @Override
    public long bodyBytes() {
        return length() + Bundle.TRAILER_BYTES;
    }
}
