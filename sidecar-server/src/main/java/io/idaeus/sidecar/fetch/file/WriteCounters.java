/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

/** Counts writes of one peer's files, on event loops and disk threads. */
public interface WriteCounters {

    /** Checked and, through the page cache, written. */
    void received(long bytes, long crcNanos, long writeNanos);

    /** Past the page cache. */
    void wroteDirectly(long bytes, long nanos);

    void forced(long nanos);
}
