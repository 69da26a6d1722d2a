/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

/** Counts the connections of one peer, on event loops. */
public interface ConnectionCounters {

    void connectionOpened();

    void connectionClosed();

    /** The peer had closed a kept connection. */
    void staleConnection();

    /** A rate limit paused the reading. */
    void throttled(long nanos);
}
