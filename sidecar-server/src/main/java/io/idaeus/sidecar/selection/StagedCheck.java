/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import io.idaeus.api.TableRef;
import io.idaeus.api.imports.ImportOptions;
import io.idaeus.api.imports.ImportRequest;
import io.idaeus.api.sstable.ComponentInfo;
import io.idaeus.api.sstable.SstableInfo;
import io.idaeus.api.sstable.SstableStatistics;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.sidecar.problem.Listed;
import io.idaeus.sidecar.ring.RangeOverlap;
import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.selection.check.Destination;
import io.idaeus.sidecar.selection.check.DestinationCheck;
import io.idaeus.sidecar.selection.check.DropCheck;
import io.idaeus.sidecar.selection.check.FormatCheck;
import io.idaeus.sidecar.selection.check.HeaderCheck;
import io.idaeus.sidecar.selection.check.RepairedState;
import io.idaeus.sidecar.selection.check.SstableCheck;
import io.idaeus.sidecar.selection.check.TableCheck;
import io.idaeus.sidecar.selection.finding.FindingCode;
import io.idaeus.sidecar.selection.finding.Findings;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks an import that no transfer planned. The SSTables do not say when their snapshot was taken, nor what their
 * table's schema was. So neither is checked, but for what this node itself would hide, and for files of indexes.
 */
public final class StagedCheck {
    private static final int NAMED = 5;

    private final ImportOptions options;
    private final boolean unchecked;
    private final Destination destination;
    private final Destination.Table table;
    private final Findings findings;
    private boolean cleanupDue;

    /** @param destination with one table */
    private StagedCheck(ImportRequest request, Destination destination) {
        this.options = request.options() == null ? ImportOptions.DEFAULTS : request.options();
        this.unchecked = Boolean.TRUE.equals(options.noTokens()) || Boolean.TRUE.equals(options.quick());
        this.destination = destination;
        this.table = destination.tables().get(0);
        this.findings = new Findings(request.accept() == null ? Set.of() : Set.copyOf(request.accept()));
    }

    /**
     * A selection without SSTables: findings, and whether a cleanup is due.
     *
     * @param destination with one table
     * @param roots the staging roots that hold them
     */
    public static Selection of(
            ImportRequest request, Destination destination, Set<Path> roots, List<SstableInfo> sstables) {
        StagedCheck check = new StagedCheck(request, destination);
        check.checkTable();
        check.checkRoots(roots);
        check.checkSstables(sstables);
        List<TableRef> cleanup = check.cleanupDue ? List.of(check.table.ref()) : List.of();
        return new Selection(List.of(), List.of(), List.of(), check.findings.all(), cleanup, List.of(), 0, 0, 0);
    }

    private void checkTable() {
        new TableCheck(table, findings).run();
        checkPartitioner("this node", destination.partitioner());
    }

    private void checkRoots(Set<Path> roots) {
        new DestinationCheck(destination, findings).run();
        boolean moves = !Boolean.TRUE.equals(options.copyData());
        destination.staging().stream()
                .filter(root -> moves && roots.contains(root.path()) && !root.onDataFileSystem())
                .forEach(root -> findings.add(
                        FindingCode.STAGING_ELSEWHERE,
                        root.path().toString(),
                        "is on the file system of no data directory"));
    }

    private void checkSstables(List<SstableInfo> sstables) {
        SstableCheck check = new SstableCheck(
                new FormatCheck(destination),
                new HeaderCheck(destination, table),
                RepairedState.of(options),
                (code, sstable, detail) -> findings.addSstable(code, subject(), sstable.name(), detail));
        DropCheck drops = new DropCheck(table, findings);
        for (SstableInfo sstable : sstables) {
            SstableStatistics statistics = sstable.statistics();
            if (statistics == null) {
                findings.addSstable(
                        FindingCode.SSTABLE_UNREADABLE, subject(), sstable.name(), SstableCheck.unreadable(sstable));
            } else {
                check.run(sstable, statistics);
                drops.run(sstable, statistics);
                checkIndexes(sstable);
                checkPartitioner(sstable.name(), statistics.partitioner());
                checkTokens(statistics);
            }
        }
        if (cleanupDue) {
            findings.add(FindingCode.CLEANUP_DUE, subject(), "rows outside this node's owned ranges may be imported");
        }
    }

    // A transfer leaves such files behind; these are somebody else's.
    private void checkIndexes(SstableInfo sstable) {
        Set<String> here = table.definition().indexes().stream()
                .map(TableDefinition.Index::name)
                .collect(Collectors.toSet());
        List<String> unknown = sstable.components().stream()
                .map(ComponentInfo::name)
                .filter(IndexFiles::is)
                .filter(name -> !IndexFiles.belongsTo(here, name))
                .toList();
        if (!unknown.isEmpty()) {
            findings.addSstable(
                    FindingCode.INDEX_FILES,
                    subject(),
                    sstable.name(),
                    "has files of indexes that this table does not have: " + Listed.of(unknown, NAMED));
        }
    }

    // Otherwise Cassandra refuses the tokens that the node does not own, unless it owns none.
    private void checkTokens(SstableStatistics statistics) {
        TokenBounds bounds =
                new TokenBounds(Long.parseLong(statistics.firstToken()), Long.parseLong(statistics.lastToken()));
        boolean within = table.owned().overlap(bounds) == RangeOverlap.CONTAINED;
        cleanupDue |= !within && (unchecked || table.owned().isEmpty());
    }

    private void checkPartitioner(String who, String partitioner) {
        if (!Objects.equals(partitioner, Selector.MURMUR3)) {
            findings.add(FindingCode.PARTITIONER, who, "uses " + partitioner);
        }
    }

    private String subject() {
        return table.ref().keyspace() + "." + table.ref().table();
    }
}
