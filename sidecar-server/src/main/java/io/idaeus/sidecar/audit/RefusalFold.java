/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.audit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Folds refusals that repeat, so that a flood of them neither fills the disk nor pushes other records out of it: in each
 * minute the first ones have a record each, the others one together, with their count. Thread-safe.
 */
final class RefusalFold {
    static final Duration WINDOW = Duration.ofMinutes(1);

    /** For each caller, operation and result. */
    static final int SINGLES_OF_ONE = 10;

    static final int SINGLES = 1000;
    private static final int FOLDED = 200;

    private final LongSupplier nanos;
    private final Map<Key, Integer> singles = new HashMap<>();
    private final Map<Key, Folded> folded = new LinkedHashMap<>();
    private long others;
    private @Nullable Instant lastOther;
    private int all;
    private long began;

    private record Key(AuditRecord.Plane plane, String operation, Actor actor, String result) {
        static Key of(AuditRecord record) {
            return new Key(record.plane(), record.operation(), record.actor(), record.result());
        }
    }

    private record Folded(AuditRecord last, long count) {}

    RefusalFold(LongSupplier nanos) {
        this.nanos = nanos;
        this.began = nanos.getAsLong();
    }

    /** Whether it has a record of its own; otherwise it is counted. */
    synchronized boolean isSingle(AuditRecord refusal) {
        Key key = Key.of(refusal);
        int before = singles.getOrDefault(key, 0);
        if (before < SINGLES_OF_ONE && all < SINGLES) {
            singles.put(key, before + 1);
            all++;
            return true;
        }
        Folded known = folded.get(key);
        if (known != null || folded.size() < FOLDED) {
            folded.put(key, new Folded(refusal, known == null ? 1 : known.count() + 1));
        } else {
            others++;
            lastOther = refusal.time();
        }
        return false;
    }

    /** The records of counted refusals, once the minute is over; otherwise none. */
    synchronized List<AuditRecord> ended() {
        return nanos.getAsLong() - began < WINDOW.toNanos() ? List.of() : end();
    }

    /** Takes the records of counted refusals, and begins a new minute. */
    synchronized List<AuditRecord> end() {
        List<AuditRecord> records = new ArrayList<>();
        folded.values().forEach(each -> records.add(each.last().standingFor(each.count())));
        if (lastOther != null) {
            records.add(AuditRecord.end(lastOther, "refusals", Map.of(), null, "refused", null)
                    .standingFor(others));
        }
        singles.clear();
        folded.clear();
        others = 0;
        lastOther = null;
        all = 0;
        began = nanos.getAsLong();
        return records;
    }
}
