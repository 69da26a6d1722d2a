/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.request;

import java.io.IOException;

/**
 * Takes the bytes of a file from {@code first} to {@code end}, exclusive. A further exchange continues at {@code position}.
 */
public interface RangeSink extends BodySink {

    long first();

    long position();

    long end();

    /** Discards every byte. */
    void restart() throws IOException;
}
