/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.file;

import java.util.Optional;

/** The files in manifests of live snapshots. */
public interface ServedFiles {

    /**
     * Empty when no manifest lists the component. Names come from the network unchecked. Called on event loops: must
     * not block.
     */
    Optional<ServedFile> find(String tag, String keyspace, String table, String sstable, String component);
}
