/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.api.Manifest;
import io.idaeus.api.ManifestComponent;
import io.idaeus.api.ManifestSstable;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.sstable.SstableEntry;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Part of a manifest as the REST contract shows it. */
record ManifestPage(TokenRanges ranges, int limit, @Nullable String after) {
    private static final int VERSION = 1;
    private static final int MOST = 10_000;

    /** @throws ProblemException INVALID_REQUEST for a limit out of bounds */
    ManifestPage {
        if (limit < 1 || limit > MOST) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST, "limit: " + limit + " (expected: 1 to " + MOST + ")");
        }
    }

    Manifest building(ManifestBuild build) {
        return manifest(
                build.header(),
                Manifest.State.BUILDING,
                build.bytesHashed(),
                build.bytesToHash(),
                List.of(),
                0,
                0,
                null);
    }

    /**
     * @param read what a proven SSTable says of itself
     * @throws ProblemException INVALID_REQUEST where {@code after} is no SSTable of the manifest
     */
    Manifest of(ReadyManifest ready, Function<ManifestRecord.Sstable, SstableEntry> read, long bytesHashed) {
        int[] asked = ready.within(ranges);
        int from = from(ready, asked);
        int to = Math.min(asked.length, from + limit);
        return manifest(
                ready.proven(),
                Manifest.State.READY,
                bytesHashed,
                bytesHashed,
                Arrays.stream(asked, from, to)
                        .mapToObj(index -> sstable(ready, index, read))
                        .toList(),
                asked.length,
                Arrays.stream(asked).mapToLong(ready::bytes).sum(),
                to == asked.length ? null : ready.name(asked[to - 1]));
    }

    private int from(ReadyManifest ready, int[] asked) {
        if (after == null) {
            return 0;
        }
        for (int i = 0; i < asked.length; i++) {
            if (ready.name(asked[i]).equals(after)) {
                return i + 1;
            }
        }
        throw new ProblemException(
                ProblemType.INVALID_REQUEST,
                "after: " + SnapshotTag.shown(after) + " (expected: the previous page's next, with the same ranges)");
    }

    private ManifestSstable sstable(
            ReadyManifest ready, int index, Function<ManifestRecord.Sstable, SstableEntry> read) {
        if (ready.isFailed(index)) {
            return new ManifestSstable(SstableViews.info(ready.failed(index), ranges), List.of());
        }
        ManifestRecord.Sstable proven = ready.proven().sstables().get(index);
        return new ManifestSstable(
                SstableViews.info(read.apply(proven), ranges),
                proven.components().stream().map(ManifestPage::component).toList());
    }

    private static ManifestComponent component(ManifestRecord.Component component) {
        return new ManifestComponent(
                component.name(),
                component.bytes(),
                HexFormat.of().toHexDigits((int) component.crc32()),
                component.origin(),
                component.content());
    }

    private static Manifest manifest(
            ManifestRecord header,
            Manifest.State state,
            long bytesHashed,
            long bytesToHash,
            List<ManifestSstable> sstables,
            int total,
            long totalBytes,
            @Nullable String next) {
        return new Manifest(
                VERSION,
                header.tag(),
                header.hostId(),
                header.cassandraVersion(),
                header.keyspace(),
                header.table(),
                TableIds.uuid(header.tableId()),
                header.schema(),
                header.shape(),
                header.createdAt(),
                state,
                bytesHashed,
                bytesToHash,
                sstables,
                total,
                totalBytes,
                next);
    }
}
