/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.pull;

import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.sidecar.byterange.ByteRanges;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.Excerpt;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.slicing.RawFile;
import io.idaeus.sidecar.transfer.job.ProgressCounter;
import io.idaeus.sidecar.transfer.job.SstableOutcomes;
import io.idaeus.sidecar.transfer.source.BundledComponent;
import io.idaeus.sidecar.transfer.source.ComponentRequest;
import io.idaeus.sidecar.transfer.source.ComponentRequestBuilder;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Requests a selection's components, and counts the bytes that they report. A component may take several requests, each
 * resuming the last. One thread makes requests; the fetcher's threads report.
 */
final class PullRequests {
    private final SstableOutcomes outcomes;
    private final ProgressCounter progress;
    private final Map<SourceQueue.Work, LongAdder> reported = new HashMap<>();

    PullRequests(SstableOutcomes outcomes, ProgressCounter progress) {
        this.outcomes = outcomes;
        this.progress = progress;
    }

    ComponentRequest one(SourceQueue source, SourceQueue.Work work) {
        SelectedSstable sstable = outcomes.selection().sstables().get(work.sstable());
        ManifestComponent component = work.component();
        LongAdder bytesReported = reported.computeIfAbsent(work, unseen -> new LongAdder());
        return ComponentRequestBuilder.builder()
                .snapshot(source.snapshot())
                .table(sstable.table())
                .sstable(sstable.name())
                .component(component.name())
                .size(component.bytes())
                .crc32(Crc32.parse(component.crc32()))
                .destination(file(work))
                .progress(bytes -> {
                    bytesReported.add(bytes);
                    progress.received(bytes);
                })
                .excerpt(excerpt(work.raw()))
                .build();
    }

    /** Where it goes. */
    Path file(SourceQueue.Work work) {
        SelectedSstable sstable = outcomes.selection().sstables().get(work.sstable());
        return work.raw() == null
                ? sstable.file(work.component())
                : SliceDirectory.of(sstable).file(work.component().name());
    }

    private static @Nullable Excerpt excerpt(@Nullable RawFile raw) {
        ByteRanges ranges = raw == null ? null : raw.excerpt();
        return raw == null || ranges == null ? null : new Excerpt(ranges, raw.crc32());
    }

    void cameInline(SourceQueue.Work work) {
        reported.computeIfAbsent(work, unseen -> new LongAdder())
                .add(work.component().bytes());
        progress.cameInline(work.component().bytes());
    }

    /** With the bytes where the manifest has them. */
    BundledComponent bundled(SourceQueue source, SourceQueue.Work work) {
        String content = work.component().content();
        return new BundledComponent(
                one(source, work),
                content == null ? null : ByteBuffer.wrap(Base64.getDecoder().decode(content)));
    }

    /** Returns the bytes reported: all but what an earlier run had staged. */
    long forget(SourceQueue.Work work) {
        LongAdder bytes = reported.remove(work);
        return bytes == null ? 0 : bytes.sum();
    }
}
