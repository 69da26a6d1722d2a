/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.request;

/** Counts the blocks of compressed responses, on event loops. */
public interface BlockCounters {

    /**
     * @param wire bytes with the header
     * @param plain bytes of the file
     */
    void block(int wire, int plain);
}
