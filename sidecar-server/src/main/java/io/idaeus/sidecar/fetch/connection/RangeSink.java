/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import java.io.IOException;

/** Takes one range of a file. An exchange after a failed one continues where that ended. */
public interface RangeSink extends BodySink {

    /** The offset of the range's first byte in the file. */
    long first();

    /** The offset of the next byte. */
    long position();

    /** The offset after the range's last byte. */
    long end();

    /** Discards every byte and starts again at {@link #first}. */
    void restart() throws IOException;
}
