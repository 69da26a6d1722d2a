/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.content;

import java.util.Optional;
import java.util.Set;

/**
 * The sets that leases hold and the data plane serves, each under the tag that is leased. Today a set is the files of a
 * snapshot, as its manifests list them.
 */
public interface ServedSets {
    /** A component's file; empty unless a set has it. For event loops: does not block. Names are unchecked. */
    Optional<SnapshotFile> find(String tag, String keyspace, String table, String sstable, String component);

    /** The tags of all sets. */
    Set<String> tags();

    /** Afterwards nothing of the set is found. */
    void drop(String tag);
}
