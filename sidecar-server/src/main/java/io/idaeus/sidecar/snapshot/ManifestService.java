/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.api.Manifest;
import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes manifests, each in the background when it is first asked for, and says what they list. A manifest goes when its
 * snapshot goes; until then a finished one survives a restart. Thread-safe.
 */
public final class ManifestService {
    private static final Logger LOG = LoggerFactory.getLogger(ManifestService.class);

    private final ManifestHeaders headers;
    private final SnapshotContents contents;
    private final Checksums checksums;
    private final ManifestShelf shelf;
    private final ExecutorService builders;
    private final Map<ManifestKey, Job> jobs = new HashMap<>();

    /** A build on its way, at its end, or failed; changed under the service's monitor. */
    private static final class Job {
        private final ManifestBuild build;
        private @Nullable Future<?> running;
        private ManifestBuild.@Nullable Ready ready;
        private @Nullable ProblemException failure;

        Job(ManifestBuild build) {
            this.build = build;
        }
    }

    /** @param builders how many manifests are made at a time is how many threads it has */
    ManifestService(
            ManifestHeaders headers,
            SnapshotContents contents,
            Checksums checksums,
            ManifestShelf shelf,
            ExecutorService builders) {
        this.headers = headers;
        this.contents = contents;
        this.checksums = checksums;
        this.shelf = shelf;
        this.builders = builders;
    }

    /**
     * The SSTables whose tokens meet the ranges, by first token, and every unreadable one at the end.
     *
     * @param limit SSTables on a page, 1 to 10,000
     * @param after {@link Manifest#next} of the page before; null for the first
     * @return BUILDING, and then the manifest is being made, or READY
     * @throws ProblemException UNKNOWN_SNAPSHOT, UNKNOWN_TABLE, SNAPSHOT_INCOMPLETE, INVALID_REQUEST,
     *     CASSANDRA_UNAVAILABLE; and once why making it failed, whereupon asking again tries again
     */
    public Manifest manifest(String tag, TableRef table, TokenRanges ranges, int limit, @Nullable String after) {
        ManifestPage page = new ManifestPage(ranges, limit, after);
        ManifestKey key = new ManifestKey(SnapshotTag.requireName(tag), table);
        Job job = job(key);
        if (job == null) {
            job = start(key);
        }
        return page(page, key, job);
    }

    /** The file behind five names; empty unless a finished manifest of a live snapshot lists it. Takes no lock. */
    public Optional<SnapshotFile> find(String tag, String keyspace, String table, String sstable, String component) {
        return shelf.find(new ManifestKey(tag, new TableRef(keyspace, table)), sstable, component);
    }

    /** From when this returns nothing of the snapshot is found any more, and nothing is made. */
    synchronized void drop(String tag) {
        jobs.entrySet().removeIf(entry -> {
            Future<?> running = entry.getValue().running;
            boolean dropped = entry.getKey().tag().equals(tag);
            if (dropped && running != null) {
                running.cancel(true);
            }
            return dropped;
        });
        shelf.drop(tag);
    }

    /** The snapshots of which there are manifests. */
    synchronized Set<String> tags() {
        Set<String> tags = new HashSet<>(shelf.tags());
        jobs.keySet().forEach(key -> tags.add(key.tag()));
        return tags;
    }

    private synchronized @Nullable Job job(ManifestKey key) {
        return jobs.get(key);
    }

    private Job start(ManifestKey key) {
        List<SnapshotDirectory> located = contents.locate(key.tag(), key.table());
        ManifestRecord header = headers.header(key, located);
        Job job = new Job(new ManifestBuild(header, located, contents, checksums, shelf));
        synchronized (this) {
            Job other = jobs.putIfAbsent(key, job);
            if (other != null) {
                return other;
            }
            FutureTask<?> task = new FutureTask<>(() -> build(key, job), null);
            job.running = task;
            try {
                builders.execute(task);
            } catch (RejectedExecutionException e) {
                jobs.remove(key);
                throw new ProblemException(ProblemType.DRAINING, "No manifests are made any more: shutting down", e);
            }
            LOG.info("manifest {}: BUILDING", key);
            return job;
        }
    }

    private void build(ManifestKey key, Job job) {
        try {
            ManifestBuild.Ready ready = job.build.run();
            publish(key, job, ready);
        } catch (InterruptedException e) {
            LOG.debug("manifest {}: not wanted any more", key, e);
        } catch (ProblemException e) {
            fail(key, job, e);
        } catch (RuntimeException | Error e) {
            fail(key, job, new ProblemException(ProblemType.INTERNAL, "The manifest " + key + " failed: " + e, e));
        }
    }

    private synchronized void publish(ManifestKey key, Job job, ManifestBuild.Ready ready) {
        if (jobs.get(key) == job) {
            shelf.put(ready.manifest());
            job.ready = ready;
            LOG.info(
                    "manifest {}: READY, {} SSTables, {} bytes read for checksums",
                    key,
                    ready.entries().size(),
                    job.build.bytesHashed());
        }
    }

    private synchronized void fail(ManifestKey key, Job job, ProblemException failure) {
        if (jobs.get(key) == job) {
            job.failure = failure;
            LOG.warn("manifest {}: failed; asking for it again tries again", key, failure);
        }
    }

    private Manifest page(ManifestPage page, ManifestKey key, Job job) {
        ManifestBuild.Ready ready;
        synchronized (this) {
            if (job.failure != null) {
                jobs.remove(key, job);
                throw job.failure;
            }
            ready = job.ready;
        }
        if (ready == null) {
            return page.building(job.build);
        }
        if (!job.build.isStillThere()) {
            drop(key.tag());
            throw SnapshotContents.unknown(key.tag());
        }
        return page.of(ready, job.build.bytesHashed());
    }
}
