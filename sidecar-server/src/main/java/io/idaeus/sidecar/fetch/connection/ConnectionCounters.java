/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

/** Counts what happens to the connections of one peer. Called on event loops. */
public interface ConnectionCounters {

    void connectionOpened();

    void connectionClosed();

    /** A kept connection turned out to be closed by the peer. */
    void staleConnection();

    /** A connection did not read for that long because of a rate limit. */
    void throttled(long nanos);
}
