/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.page;

import java.nio.file.Path;

/** A file whose end is sent in a body. */
public interface SentFile {
    Path path();

    /** The first byte sent, at most {@link #size}. */
    long first();

    long size();

    /** Trailer included. */
    long bodyBytes();
}
