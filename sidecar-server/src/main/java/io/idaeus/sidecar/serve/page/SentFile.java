/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.page;

import java.nio.file.Path;

/** A file of which some bytes are sent in a body. */
public interface SentFile {
    Path path();

    /** The first byte sent. */
    long first();

    /** After the last byte sent; {@link #first} where none is. */
    long end();

    /** Trailer included. */
    long bodyBytes();
}
