/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.ManifestComponent;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.BundleEntry;
import io.idaeus.sidecar.fetch.FetchRequest;
import io.idaeus.sidecar.planning.PlannedSstable;
import io.idaeus.sidecar.wire.ComponentPath;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the fetcher is asked for each component of a plan, and what its fetches have told so far: it may take several, each
 * going on where the last one ended. One thread asks; the fetcher's threads tell.
 */
final class PullRequests {
    private final SstableOutcomes outcomes;
    private final ProgressCounter progress;
    private final Map<SourceQueue.Work, LongAdder> told = new HashMap<>();

    PullRequests(SstableOutcomes outcomes, ProgressCounter progress) {
        this.outcomes = outcomes;
        this.progress = progress;
    }

    FetchRequest one(SourceQueue source, SourceQueue.Work work) {
        PlannedSstable sstable = outcomes.plan().sstables().get(work.sstable());
        ManifestComponent component = work.component();
        ComponentPath path = new ComponentPath(
                source.source().snapshot(),
                sstable.table().keyspace(),
                sstable.table().table(),
                sstable.name(),
                component.name());
        LongAdder bytesTold = told.computeIfAbsent(work, unseen -> new LongAdder());
        return new FetchRequest(
                source.dataPlane(),
                path,
                component.bytes(),
                Crc32.parse(component.crc32()),
                sstable.file(component),
                bytes -> {
                    bytesTold.add(bytes);
                    progress.received(bytes);
                },
                source.lanes());
    }

    /** Its bytes stood in the manifest, and are in staging now. */
    void cameInline(SourceQueue.Work work) {
        told.computeIfAbsent(work, unseen -> new LongAdder())
                .add(work.component().bytes());
        progress.cameInline(work.component().bytes());
    }

    /** As one of many; with its bytes where the manifest has them. */
    BundleEntry entry(SourceQueue source, SourceQueue.Work work) {
        String content = work.component().content();
        return new BundleEntry(
                one(source, work),
                content == null ? null : ByteBuffer.wrap(Base64.getDecoder().decode(content)));
    }

    /** Ends the account of a component. What its fetches told: all of it but what an earlier run had staged. */
    long forget(SourceQueue.Work work) {
        LongAdder bytes = told.remove(work);
        return bytes == null ? 0 : bytes.sum();
    }
}
