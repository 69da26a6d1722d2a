/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.importing;

import io.idaeus.sidecar.cassandra.importing.ImportOutcome;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.importing.DirectoryOutcome.State;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The state of the SSTables of a failed import, and what to do. */
record ImportVerdict(State state, @Nullable String reason) {
    // Over JMX and through nodetool, Cassandra keeps the reason to itself.
    static final String LOG =
            "Only its system.log has the reason: look for \"Failed importing\". Often Cassandra's user may"
                    + " not write the table's data directory";

    // For a directory that Cassandra emptied before it failed or timed out.
    static ImportVerdict of(TableName table, Collection<SstableLocation> sstables, ImportOutcome outcome) {
        boolean live = only(sstables, SstableLocation.Live.class).size() == sstables.size();
        if (!live && outcome.status() == ImportOutcome.Status.UNKNOWN) {
            return new ImportVerdict(State.UNDECIDED, undecided(outcome));
        }
        List<SstableLocation.Idle> idle = only(sstables, SstableLocation.Idle.class);
        List<SstableLocation.Unknown> unknown = only(sstables, SstableLocation.Unknown.class);
        if (!idle.isEmpty()) {
            return notImported(idle(table, idle) + ". " + said(outcome));
        }
        if (!unknown.isEmpty()) {
            String files = unknown.stream()
                    .map(one -> one.data() + " (" + one.why() + ")")
                    .collect(Collectors.joining(", "));
            return notImported(
                    "Cassandra moved it, but cannot be asked whether it is live: " + files + ". " + said(outcome));
        }
        if (only(sstables, SstableLocation.Gone.class).isEmpty()) {
            return new ImportVerdict(State.IMPORTED, "live, although the import failed: " + said(outcome));
        }
        return new ImportVerdict(
                State.LOST,
                "Cassandra moved it and failed, and it is in no data directory now: compacted into other SSTables since,"
                        + " or deleted. Nothing proves that it was live: import it again from its origin, which changes no"
                        + " row that is there. " + said(outcome));
    }

    private static ImportVerdict notImported(String reason) {
        return new ImportVerdict(State.NOT_IMPORTED, reason);
    }

    // A copy leaves staging as it was, so only the data directory counts.
    static ImportVerdict ofCopy(TableName table, Collection<SstableLocation> sstables, ImportOutcome outcome) {
        if (sstables.isEmpty()) {
            return notImported(
                    "Cassandra reported success, but it is unknown whether it made a copy: Digest.crc32 cannot be read,"
                            + " or Cassandra does not answer. Compare rows. " + said(outcome));
        }
        if (!only(sstables, SstableLocation.Gone.class).isEmpty()) {
            return notImported(
                    "Cassandra reported success, but no copy is in its data directory: it does not recognise the files"
                            + " as SSTables of this table (check format and storage_compatibility_mode), or a compaction"
                            + " has merged the copy since. Compare rows. " + said(outcome));
        }
        boolean live = only(sstables, SstableLocation.Live.class).size() == sstables.size();
        return live ? new ImportVerdict(State.IMPORTED, null) : of(table, sstables, outcome);
    }

    static String idle(TableName table, List<SstableLocation.Idle> idle) {
        String files = idle.stream().map(one -> one.data().toString()).collect(Collectors.joining(", "));
        return "not live: Cassandra moved it to " + files + " but does not read it there. Check its log for the cause."
                + " To make it live, restart Cassandra, or run nodetool refresh " + table.keyspace() + " "
                + table.table()
                + " once the cause is gone. To drop it, delete its files there before the next start";
    }

    static String undecided(ImportOutcome outcome) {
        return "undecided: Cassandra may still be importing it. Leave the directory as it is, and repeat the request: it is"
                + " refused (409) while the import runs. " + said(outcome);
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
