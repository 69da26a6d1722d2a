/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.check;

import io.idaeus.sidecar.selection.finding.FindingCode;
import io.idaeus.sidecar.selection.finding.Findings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where each SSTable is staged: {@code <root>/<transfer>/<n>-<source host id>/<sstable>/<keyspace>/<table>-<id>}, in
 * the root with the most space left. Every SSTable has its own directory, since generation ids collide between nodes.
 * Without the last two parts Cassandra's import silently ignores the files.
 */
public final class StagingLayout {
    private final String transferId;
    private final List<Destination.StagingRoot> roots;
    private final Map<Destination.StagingRoot, Long> placed = new HashMap<>();

    public StagingLayout(String transferId, List<Destination.StagingRoot> roots) {
        if (roots.isEmpty()) {
            throw new IllegalArgumentException("no staging root; expected at least one");
        }
        this.transferId = transferId;
        this.roots = roots;
    }

    public Path place(String source, String sstable, Destination.Table table, long bytes) {
        Destination.StagingRoot roomiest = roots.get(0);
        for (Destination.StagingRoot root : roots) {
            if (left(root) > left(roomiest)) {
                roomiest = root;
            }
        }
        placed.merge(roomiest, bytes, Long::sum);
        Path own = roomiest.path().resolve(transferId);
        Path place = own.resolve(source)
                .resolve(sstable)
                .resolve(table.ref().keyspace())
                .resolve(table.ref().table() + "-" + table.id());
        // The names were checked before; this is the last line before the disk.
        if (!place.normalize().startsWith(own.normalize())) {
            throw new IllegalArgumentException(place + " is outside of " + own);
        }
        return place;
    }

    private long left(Destination.StagingRoot root) {
        return root.freeBytes() - required(root);
    }

    private long required(Destination.StagingRoot root) {
        return Math.round(placed.getOrDefault(root, 0L) * (1 + root.headroom()));
    }

    public void check(Findings findings) {
        for (Destination.StagingRoot root : roots) {
            long bytes = placed.getOrDefault(root, 0L);
            if (left(root) < 0 && bytes > 0) {
                findings.add(
                        FindingCode.INSUFFICIENT_STORAGE,
                        root.path().toString(),
                        bytes + " bytes to stage need " + required(root) + " with headroom, and " + root.freeBytes()
                                + " are free");
            }
            if (bytes > 0 && !root.writable()) {
                findings.add(
                        FindingCode.STAGING_NOT_WRITABLE,
                        root.path().toString(),
                        "the sidecar's user, " + System.getProperty("user.name") + ", cannot write there");
            }
            if (bytes > 0 && !root.onDataFileSystem()) {
                findings.add(
                        FindingCode.STAGING_ELSEWHERE,
                        root.path().toString(),
                        "is on the file system of no data directory");
            }
        }
    }

    public long bytesRequired() {
        return roots.stream().mapToLong(this::required).sum();
    }

    public long bytesFree() {
        return roots.stream().mapToLong(Destination.StagingRoot::freeBytes).sum();
    }
}
