/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.planning;

import io.idaeus.api.ImportOptions;
import io.idaeus.api.SstableInfo;
import io.idaeus.api.SstableStatistics;
import java.util.Set;

/** Checks one SSTable. */
final class SstableCheck {
    private static final Set<String> COMPRESSORS = Set.of(
            "LZ4Compressor",
            "SnappyCompressor",
            "DeflateCompressor",
            "ZstdCompressor",
            "ZstdDictionaryCompressor",
            "NoopCompressor");

    private final String subject;
    private final FormatCheck format;
    private final HeaderCheck header;
    private final boolean keepRepaired;
    private final Findings findings;

    SstableCheck(String subject, FormatCheck format, HeaderCheck header, ImportOptions options, Findings findings) {
        this.subject = subject;
        this.format = format;
        this.header = header;
        this.keepRepaired = Boolean.TRUE.equals(options.keepRepaired());
        this.findings = findings;
    }

    void run(SstableInfo sstable, SstableStatistics statistics) {
        format.unreadable(sstable.version()).ifPresent(why -> add(FindingCode.FORMAT_UNREADABLE, sstable, why));
        header.difference(statistics.header()).ifPresent(why -> add(FindingCode.HEADER_MISMATCH, sstable, why));
        if (statistics.legacyCounterShards()) {
            add(FindingCode.LEGACY_COUNTER_SHARDS, sstable, "holds counter shards from before 2.1");
        }
        if (statistics.compression() != null && !COMPRESSORS.contains(statistics.compression())) {
            add(FindingCode.UNKNOWN_COMPRESSOR, sstable, "is compressed by " + statistics.compression());
        }
        if (!keepRepaired && statistics.repairedAt() != null) {
            add(FindingCode.REPAIRED_STATE_RESET, sstable, "is repaired at the source; its import marks it unrepaired");
        }
        if (keepRepaired && statistics.pendingRepair() != null) {
            add(FindingCode.PENDING_REPAIR, sstable, "is part of a repair that has not ended");
        }
        if (keepRepaired && statistics.transientReplica()) {
            add(FindingCode.TRANSIENT_REPLICA, sstable, "was written by a transient replica");
        }
    }

    private void add(FindingCode code, SstableInfo sstable, String detail) {
        findings.addSstable(code, subject, sstable.name(), detail);
    }
}
