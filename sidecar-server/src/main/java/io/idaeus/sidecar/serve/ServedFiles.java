/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import java.util.Optional;

/** What the data plane may serve: files that a manifest of a live snapshot lists, and no others. */
public interface ServedFiles {

    /**
     * The file of a component; empty when no live snapshot's manifest lists it. Any string can come in, from anybody
     * who may connect. Called on an event loop for every request: answers from memory, and does not block.
     *
     * @param sstable for instance {@code nb-7-big}
     * @param component for instance {@code Data.db}
     */
    Optional<ServedFile> find(String tag, String keyspace, String table, String sstable, String component);
}
