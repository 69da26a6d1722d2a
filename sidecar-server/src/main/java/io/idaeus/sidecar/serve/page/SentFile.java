/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.page;

import java.nio.file.Path;

/** A file whose end is sent as part of a body. */
public interface SentFile {
    Path path();

    /** The first byte that is sent, at most {@link #size}. */
    long first();

    long size();

    /** Bytes that it takes in the body, trailer included. */
    long bodyBytes();
}
