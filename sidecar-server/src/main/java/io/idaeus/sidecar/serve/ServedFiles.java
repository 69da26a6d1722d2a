/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import java.util.Optional;

/** The files that the data plane may serve: those in manifests of live snapshots. */
public interface ServedFiles {

    /**
     * The file of a component; empty when no manifest lists it. The names come from the network and may be anything. Called on
     * an event loop for every request: must answer from memory and must not block.
     *
     * @param sstable for instance {@code nb-7-big}
     * @param component for instance {@code Data.db}
     */
    Optional<ServedFile> find(String tag, String keyspace, String table, String sstable, String component);
}
