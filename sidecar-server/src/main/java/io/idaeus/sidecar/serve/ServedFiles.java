/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import java.util.Optional;

/** The files that the data plane may serve: those in manifests of live snapshots. */
public interface ServedFiles {

    /**
     * The file of a component; empty when no manifest lists it. The names come from the network unchecked. Must not block: it
     * is called on an event loop.
     *
     * @param sstable for instance {@code nb-7-big}
     * @param component for instance {@code Data.db}
     */
    Optional<ServedFile> find(String tag, String keyspace, String table, String sstable, String component);
}
