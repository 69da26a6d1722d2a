/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.check;

import io.idaeus.api.sstable.SstableInfo;
import io.idaeus.api.sstable.SstableStatistics;
import io.idaeus.sidecar.selection.finding.FindingCode;
import java.util.Optional;
import java.util.Set;

/** Checks one SSTable at a time. */
public final class SstableCheck {
    /** Takes what is found. */
    public interface Report {
        void found(FindingCode code, SstableInfo sstable, String detail);
    }

    /** Why a version cannot be read; empty where it can. */
    public interface Format {
        Optional<String> unreadable(String version);
    }

    private static final Set<String> COMPRESSORS = Set.of(
            "LZ4Compressor",
            "SnappyCompressor",
            "DeflateCompressor",
            "ZstdCompressor",
            "ZstdDictionaryCompressor",
            "NoopCompressor");

    private final Format format;
    private final HeaderCheck header;
    private final RepairedState repaired;
    private final Report report;

    public SstableCheck(Format format, HeaderCheck header, RepairedState repaired, Report report) {
        this.format = format;
        this.header = header;
        this.repaired = repaired;
        this.report = report;
    }

    /** Why an SSTable without statistics cannot be read. */
    public static String unreadable(SstableInfo sstable) {
        return sstable.problem() == null
                ? "its metadata is missing"
                : sstable.problem().code() + ": " + sstable.problem().detail();
    }

    public void run(SstableInfo sstable, SstableStatistics statistics) {
        format.unreadable(sstable.version()).ifPresent(why -> add(FindingCode.FORMAT_UNREADABLE, sstable, why));
        header.difference(statistics.header()).ifPresent(why -> add(FindingCode.HEADER_MISMATCH, sstable, why));
        if (statistics.legacyCounterShards()) {
            add(FindingCode.LEGACY_COUNTER_SHARDS, sstable, "holds counter shards from before 2.1");
        }
        if (statistics.compression() != null && !COMPRESSORS.contains(statistics.compression())) {
            add(FindingCode.UNKNOWN_COMPRESSOR, sstable, "is compressed by " + statistics.compression());
        }
        if (repaired == RepairedState.RESET && statistics.repairedAt() != null) {
            add(FindingCode.REPAIRED_STATE_RESET, sstable, "is repaired at the source; its import marks it unrepaired");
        }
        if (repaired == RepairedState.REQUIRED && statistics.pendingRepair() != null) {
            add(FindingCode.PENDING_REPAIR, sstable, "is part of a repair that has not ended");
        }
        if (repaired == RepairedState.REQUIRED && statistics.transientReplica()) {
            add(FindingCode.TRANSIENT_REPLICA, sstable, "was written by a transient replica");
        }
    }

    private void add(FindingCode code, SstableInfo sstable, String detail) {
        report.found(code, sstable, detail);
    }
}
