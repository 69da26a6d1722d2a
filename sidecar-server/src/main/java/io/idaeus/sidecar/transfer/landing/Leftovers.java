/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import io.idaeus.api.Finding;
import io.idaeus.api.TableRef;
import io.idaeus.sidecar.planning.FindingCode;
import io.idaeus.sidecar.planning.PlannedSstable;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.sstable.KeyScan;
import io.idaeus.sidecar.sstable.PartitionKey;
import io.idaeus.sidecar.transfer.job.StoredTransfer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rows of ranges that a source owned no more when its snapshot was taken, because no cleanup has removed them. They get
 * neither deletes nor repairs there. They may be live here, since their SSTables have owned rows too.
 */
final class Leftovers {
    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

    private record Part(int source, String keyspace) {}

    private final StoredTransfer transfer;
    // Read from text once for all SSTables of a source.
    private final Map<Part, TokenRanges> owned = new ConcurrentHashMap<>();

    Leftovers(StoredTransfer transfer) {
        this.transfer = transfer;
    }

    private static final class Sum {
        private final long someToken;
        private long keys;
        private int sstables;

        Sum(long someToken) {
            this.someToken = someToken;
        }
    }

    /** When its snapshot was taken. The full ring where that is unknown: for a snapshot that the request named. */
    TokenRanges ownedBySource(PlannedSstable sstable) {
        return owned.computeIfAbsent(new Part(sstable.source(), sstable.table().keyspace()), this::ownedBySource);
    }

    private TokenRanges ownedBySource(Part part) {
        TokenRanges owned = transfer.record().ownedBySource(part.source(), part.keyspace());
        return owned == null ? TokenRanges.fullRing() : owned;
    }

    /** Adds a finding for each source that has such rows, unless the transfer has it already. */
    void note(TableRef table, List<PlannedSstable> sstables, Map<Path, KeyScan.Others> leftovers) {
        Map<String, Sum> byHost = new TreeMap<>();
        for (PlannedSstable sstable : sstables) {
            KeyScan.Others keys = leftovers.get(sstable.directory());
            if (keys == null) {
                continue;
            }
            PartitionKey first = keys.first();
            if (first != null) {
                Sum sum = byHost.computeIfAbsent(sstable.sourceHostId(), host -> new Sum(first.token()));
                sum.keys += keys.count();
                sum.sstables++;
            }
        }
        List<Finding> findings = new ArrayList<>(transfer.record().findings());
        byHost.forEach((host, sum) -> {
            Finding finding = FindingCode.LEFTOVER_ROWS.about(
                    table.keyspace() + "." + table.table(),
                    "%,d keys in %,d SSTables of source %s have tokens that it does not own, for instance %s"
                            .formatted(sum.keys, sum.sstables, host, sum.someToken));
            if (!findings.contains(finding)) {
                LOG.warn("{} {}: {}", transfer.id(), finding.subject(), finding.detail());
                findings.add(finding);
            }
        });
        if (findings.size() > transfer.record().findings().size()) {
            transfer.change(edit -> edit.findings(findings, transfer.record().cleanupDue()));
        }
    }
}
