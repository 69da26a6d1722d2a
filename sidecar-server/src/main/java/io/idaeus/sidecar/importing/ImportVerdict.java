/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.importing;

import io.idaeus.sidecar.cassandra.importing.ImportOutcome;
import io.idaeus.sidecar.cassandra.schema.TableName;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Whether SSTables of a failed import are live, and what to do. */
record ImportVerdict(boolean imported, @Nullable String reason) {

    // For a directory that Cassandra emptied before it failed or timed out.
    static ImportVerdict of(TableName table, Collection<SstableLocation> sstables, ImportOutcome outcome) {
        List<SstableLocation.Idle> idle = only(sstables, SstableLocation.Idle.class);
        List<SstableLocation.Unknown> unknown = only(sstables, SstableLocation.Unknown.class);
        if (!idle.isEmpty()) {
            return new ImportVerdict(false, idle(table, idle, outcome.status()) + ". " + said(outcome));
        }
        if (!unknown.isEmpty()) {
            String files = unknown.stream()
                    .map(one -> one.data() + " (" + one.why() + ")")
                    .collect(Collectors.joining(", "));
            return new ImportVerdict(
                    false,
                    "Cassandra moved it, but cannot be asked whether it is live: " + files + ". " + said(outcome));
        }
        if (!only(sstables, SstableLocation.Live.class).isEmpty()) {
            return new ImportVerdict(true, "live, although the import failed: " + said(outcome));
        }
        return new ImportVerdict(
                true,
                "imported, and compacted into other SSTables since, although the import failed: " + said(outcome));
    }

    // A copy leaves staging as it was, so only the data directory counts.
    static ImportVerdict ofCopy(TableName table, Collection<SstableLocation> sstables, ImportOutcome outcome) {
        if (sstables.isEmpty()) {
            return new ImportVerdict(
                    false,
                    "Cassandra reported success, but it is unknown whether it made a copy: Digest.crc32 cannot be read,"
                            + " or Cassandra does not answer. Compare rows. " + said(outcome));
        }
        if (!only(sstables, SstableLocation.Gone.class).isEmpty()) {
            return new ImportVerdict(
                    false,
                    "Cassandra reported success, but no copy is in its data directory: it does not recognise the files"
                            + " as SSTables of this table (check format and storage_compatibility_mode), or a compaction"
                            + " has merged the copy since. Compare rows. " + said(outcome));
        }
        boolean live = only(sstables, SstableLocation.Live.class).size() == sstables.size();
        return live ? new ImportVerdict(true, null) : of(table, sstables, outcome);
    }

    static String idle(TableName table, List<SstableLocation.Idle> idle, ImportOutcome.Status status) {
        String files = idle.stream().map(one -> one.data().toString()).collect(Collectors.joining(", "));
        String still = status == ImportOutcome.Status.UNKNOWN ? ", unless an import that still runs makes it live" : "";
        return "not live: Cassandra moved it to " + files + " but does not read it there" + still
                + ". Check its log for the cause. To make it live, restart Cassandra, or run nodetool refresh "
                + table.keyspace() + " " + table.table()
                + " once the cause is gone. To drop it, delete its files there before the next start";
    }

    static String said(ImportOutcome outcome) {
        return outcome.output().isBlank()
                ? "Cassandra printed nothing"
                : "Cassandra said: " + outcome.output().strip();
    }

    private static <T extends SstableLocation> List<T> only(Collection<SstableLocation> sstables, Class<T> kind) {
        return sstables.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
