/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.check;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How long a snapshot can be imported: after gc_grace_seconds, tombstones written since it was taken may be purged, and
 * the rows that they deleted come back.
 *
 * @param hostId of the source
 * @param gcGraceSeconds the lowest by which either node can have purged them: that of the table when the snapshot was
 *     taken, of the source now and of this node now. Nobody knows one that was lowered and raised again in between.
 */
public record SnapshotAge(String hostId, Instant takenAt, int gcGraceSeconds) {

    /** The one that can be imported for less time. */
    public SnapshotAge olderOf(SnapshotAge other) {
        return other.end().isBefore(end()) ? other : this;
    }

    /** In words; empty where it can be imported. Without any grace the selection has {@link io.idaeus.sidecar.selection.finding.FindingCode#NO_GC_GRACE}. */
    public Optional<String> tooOld(int gcGraceHere, Instant now) {
        if (gcGraceSeconds == 0) {
            return Optional.empty();
        }
        SnapshotAge lower = new SnapshotAge(hostId, takenAt, Math.min(gcGraceSeconds, gcGraceHere));
        if (now.isBefore(lower.end())) {
            return Optional.empty();
        }
        return Optional.of("the snapshot at " + hostId + ", or its base, was taken at " + takenAt + ", "
                + Math.max(0, Duration.between(takenAt, now).toSeconds()) + " s before this check (expected: less than"
                + " gc_grace_seconds, which is " + lower.gcGraceSeconds + ")");
    }

    private Instant end() {
        return takenAt.plusSeconds(gcGraceSeconds);
    }
}
