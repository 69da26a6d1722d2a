/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.manifest;

import io.idaeus.api.ProblemType;
import io.idaeus.api.snapshot.Manifest;
import io.idaeus.api.snapshot.ManifestBuilder;
import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.snapshot.ManifestSstable;
import io.idaeus.api.value.Bounds;
import io.idaeus.sidecar.description.SstableViews;
import io.idaeus.sidecar.description.TableIds;
import io.idaeus.sidecar.problem.BoundedNumber;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.RangeOverlap;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.snapshot.content.ManifestRecord;
import io.idaeus.sidecar.snapshot.content.SnapshotTag;
import io.idaeus.sidecar.sstable.ReadableSstable;
import io.idaeus.sidecar.sstable.SstableEntry;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One page of a manifest, in the API's types. */
record ManifestPage(TokenRanges ranges, int limit, @Nullable String after) {
    private static final int VERSION = 1;

    /** @throws ProblemException INVALID_REQUEST */
    ManifestPage {
        BoundedNumber.requireWithin("limit", limit, 1, Bounds.MAX_PAGE);
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

    /** @throws ProblemException UNPROCESSABLE if {@code after} is unknown */
    Manifest of(ManifestBuild.Ready ready, long bytesHashed) {
        List<SstableEntry> all = ready.entries().stream().filter(this::isAsked).toList();
        int from = from(all);
        List<SstableEntry> page = all.subList(from, Math.min(all.size(), from + limit));
        boolean last = from + page.size() == all.size();
        return manifest(
                ready.manifest(),
                Manifest.State.READY,
                bytesHashed,
                bytesHashed,
                page.stream().map(entry -> sstable(entry, ready.proven())).toList(),
                all.size(),
                all.stream().mapToLong(SstableEntry::size).sum(),
                last || page.isEmpty()
                        ? null
                        : page.get(page.size() - 1).descriptor().toString());
    }

    // Unreadable SSTables are always included: they may hold any token.
    private boolean isAsked(SstableEntry entry) {
        return !(entry instanceof ReadableSstable readable)
                || ranges.overlap(readable.metadata().bounds()) != RangeOverlap.NONE;
    }

    private int from(List<SstableEntry> all) {
        if (after == null) {
            return 0;
        }
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).descriptor().toString().equals(after)) {
                return i + 1;
            }
        }
        throw new ProblemException(
                ProblemType.UNPROCESSABLE,
                "after: " + SnapshotTag.shown(after) + " (expected: the previous page's next, with the same ranges)");
    }

    private ManifestSstable sstable(SstableEntry entry, Map<String, ManifestRecord.Sstable> proven) {
        ManifestRecord.Sstable sstable = proven.get(entry.descriptor().toString());
        return new ManifestSstable(
                SstableViews.info(entry, ranges),
                sstable == null
                        ? List.of()
                        : sstable.components().stream()
                                .map(ManifestPage::component)
                                .toList());
    }

    private static ManifestComponent component(ManifestRecord.Component component) {
        return new ManifestComponent(
                component.name(),
                component.bytes(),
                component.crc32().toString(),
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
        return ManifestBuilder.builder()
                .manifestVersion(VERSION)
                .tag(header.tag())
                .hostId(header.hostId())
                .cassandraVersion(header.cassandraVersion())
                .keyspace(header.keyspace())
                .table(header.table())
                .tableId(TableIds.uuid(header.tableId()))
                .createStatement(header.schema())
                .definition(header.definition())
                .definitionUnknown(header.definitionUnknown())
                .createdAt(header.createdAt())
                .unlisted(header.unlisted() ? true : null)
                .state(state)
                .bytesHashed(bytesHashed)
                .bytesToHash(bytesToHash)
                .sstables(sstables)
                .total(total)
                .totalBytes(totalBytes)
                .next(next)
                .build();
    }
}
