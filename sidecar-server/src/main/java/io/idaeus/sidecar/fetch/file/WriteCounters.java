/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

/** Counts what is written of one peer's files. Called on event loops and disk threads. */
public interface WriteCounters {

    /** So many bytes were checked and, through the page cache, written. */
    void received(long bytes, long crcNanos, long writeNanos);

    /** So many bytes were written past the page cache. */
    void wroteDirectly(long bytes, long nanos);

    void forced(long nanos);
}
