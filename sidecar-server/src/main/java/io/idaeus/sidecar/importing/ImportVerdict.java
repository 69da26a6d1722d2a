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

/** What an import that went wrong means for its SSTables, in words: what is so, and what to do. */
record ImportVerdict(boolean imported, @Nullable String reason) {

    /** Of a directory that Cassandra emptied before it failed, or did not answer in time. */
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
                    "Cassandra moved it, and whether it is live cannot be asked: " + files + ". " + said(outcome));
        }
        if (!only(sstables, SstableLocation.Live.class).isEmpty()) {
            return new ImportVerdict(true, "live, although the import did not end well: " + said(outcome));
        }
        return new ImportVerdict(
                true,
                "taken, and merged into other SSTables since, although the import did not end well: " + said(outcome));
    }

    /**
     * Of a directory that Cassandra was to copy, and says it did. Staging looks the same whether or not it was, so only
     * what is in the data directory counts.
     */
    static ImportVerdict ofCopy(TableName table, Collection<SstableLocation> sstables, ImportOutcome outcome) {
        if (sstables.isEmpty()) {
            return new ImportVerdict(
                    false,
                    "Cassandra reported success, and whether it made a copy cannot be told: no Digest.crc32 can be"
                            + " read, or Cassandra does not answer. Compare rows. " + said(outcome));
        }
        if (!only(sstables, SstableLocation.Gone.class).isEmpty()) {
            return new ImportVerdict(
                    false,
                    "Cassandra reported success, and no copy is in its data directory: it does not take the files as"
                            + " SSTables of this table (format, or storage_compatibility_mode), unless a compaction has"
                            + " merged the copy since. Compare rows. " + said(outcome));
        }
        boolean live = only(sstables, SstableLocation.Live.class).size() == sstables.size();
        return live ? new ImportVerdict(true, null) : of(table, sstables, outcome);
    }

    /** What to say of files that lie in the data directory and are not live. */
    static String idle(TableName table, List<SstableLocation.Idle> idle, ImportOutcome.Status status) {
        String files = idle.stream().map(one -> one.data().toString()).collect(Collectors.joining(", "));
        String still = status == ImportOutcome.Status.UNKNOWN ? ", unless an import that still runs makes it live" : "";
        return "not live: Cassandra moved it to " + files + " and does not read it there" + still
                + ". Its log says why. Restarting Cassandra makes it live, as does nodetool refresh " + table.keyspace()
                + " " + table.table()
                + " once the cause is gone; to drop it, delete its files there before the next start";
    }

    static String said(ImportOutcome outcome) {
        return outcome.output().isBlank()
                ? "It said nothing"
                : "It said: " + outcome.output().strip();
    }

    private static <T extends SstableLocation> List<T> only(Collection<SstableLocation> sstables, Class<T> kind) {
        return sstables.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
