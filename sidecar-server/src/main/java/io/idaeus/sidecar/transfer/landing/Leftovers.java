/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import io.idaeus.api.Finding;
import io.idaeus.api.TableRef;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.selection.finding.FindingCode;
import io.idaeus.sidecar.sstable.index.KeyScan;
import io.idaeus.sidecar.sstable.index.PartitionKey;
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
 * Rows of ranges that a source did not own just before its snapshot, most often because nobody ran a cleanup since it
 * gave up the ranges. They get neither deletes nor repairs there. They become live here, since their SSTables have owned
 * rows too.
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

    /** Just before its snapshot. The full ring where that is unknown: for a snapshot that the request named. */
    TokenRanges ownedBySource(SelectedSstable sstable) {
        return owned.computeIfAbsent(new Part(sstable.source(), sstable.table().keyspace()), this::ownedBySource);
    }

    private TokenRanges ownedBySource(Part part) {
        TokenRanges owned = transfer.record().ownedBySource(part.source(), part.keyspace());
        return owned == null ? TokenRanges.fullRing() : owned;
    }

    /** Adds a finding for each source that has such rows, unless the transfer has one about it. */
    void note(TableRef table, List<SelectedSstable> sstables, Map<Path, KeyScan.Others> leftovers) {
        List<Finding> known = transfer.record().findings();
        List<Finding> found = found(table, sstables, leftovers, known);
        if (!found.isEmpty()) {
            found.forEach(finding -> LOG.warn("{} {}: {}", transfer.id(), finding.subject(), finding.detail()));
            List<Finding> all = new ArrayList<>(known);
            all.addAll(found);
            transfer.change(edit -> edit.findings(all, transfer.record().cleanupDue()));
        }
    }

    /** @param known an import that is repeated has fewer SSTables; the first one has counted them all */
    static List<Finding> found(
            TableRef table, List<SelectedSstable> sstables, Map<Path, KeyScan.Others> leftovers, List<Finding> known) {
        Map<String, Sum> byHost = new TreeMap<>();
        for (SelectedSstable sstable : sstables) {
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
        String subject = table.keyspace() + "." + table.table();
        List<Finding> found = new ArrayList<>();
        byHost.forEach((host, sum) -> {
            boolean told = known.stream()
                    .anyMatch(finding -> finding.code().equals(FindingCode.LEFTOVER_ROWS.name())
                            && finding.subject().equals(subject)
                            && host.equals(finding.source()));
            if (!told) {
                found.add(FindingCode.LEFTOVER_ROWS
                        .about(
                                subject,
                                sum.keys + (sum.keys == 1 ? " key" : " keys") + " in " + sum.sstables
                                        + (sum.sstables == 1 ? " SSTable" : " SSTables") + " of source " + host
                                        + " have tokens that it did not own, for instance " + sum.someToken)
                        .ofSource(host));
            }
        });
        return found;
    }
}
