/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.manifest;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.snapshot.Manifest;
import io.idaeus.sidecar.cassandra.schema.KeyspacePolicy;
import io.idaeus.sidecar.metrics.DurationHistogram;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.problem.Quota;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.snapshot.content.ManifestKey;
import io.idaeus.sidecar.snapshot.content.ManifestRecord;
import io.idaeus.sidecar.snapshot.content.ServedSets;
import io.idaeus.sidecar.snapshot.content.SnapshotContents;
import io.idaeus.sidecar.snapshot.content.SnapshotDirectory;
import io.idaeus.sidecar.snapshot.content.SnapshotFile;
import io.idaeus.sidecar.snapshot.content.SnapshotQuotas;
import io.idaeus.sidecar.snapshot.content.SnapshotTag;
import java.time.Duration;
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
 * Builds manifests in the background, each when it is first asked for, and finds the files they list. A finished one
 * survives restarts and is dropped with its snapshot. Thread-safe.
 */
public final class ManifestService implements ServedSets {
    private static final Logger LOG = LoggerFactory.getLogger(ManifestService.class);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(10);

    private final ManifestHeaders headers;
    private final SnapshotContents contents;
    private final Checksums checksums;
    private final StoredManifests stored;
    private final KeyspacePolicy keyspaces;
    private final SnapshotQuotas quotas;
    private final ExecutorService builders;
    private final Map<ManifestKey, Job> jobs = new HashMap<>();
    private final DurationHistogram durations =
            new DurationHistogram("idaeus.manifest.build.duration", "Builds of manifests, failed ones included");

    // A build: running, ready or failed. Guarded by the service's monitor.
    private static final class Job {
        private final ManifestBuild build;
        private @Nullable Future<?> running;
        private ManifestBuild.@Nullable Ready ready;
        private @Nullable ProblemException failure;

        Job(ManifestBuild build) {
            this.build = build;
        }
    }

    public ManifestService(
            ManifestHeaders headers,
            SnapshotContents contents,
            Checksums checksums,
            StoredManifests stored,
            KeyspacePolicy keyspaces,
            SnapshotQuotas quotas,
            ExecutorService builders) {
        this.headers = headers;
        this.contents = contents;
        this.checksums = checksums;
        this.stored = stored;
        this.keyspaces = keyspaces;
        this.quotas = quotas;
        this.builders = builders;
    }

    /**
     * The SSTables that overlap the ranges, by first token; the unreadable ones last.
     *
     * @param limit SSTables on a page, 1 to 10,000
     * @param after {@link Manifest#next} of the previous page; null for the first
     * @return BUILDING or READY
     * @throws ProblemException KEYSPACE_NOT_ALLOWED, UNKNOWN_SNAPSHOT, UNKNOWN_TABLE, SNAPSHOT_INCOMPLETE, INVALID_REQUEST,
     *     CASSANDRA_UNAVAILABLE, DRAINING, QUOTA_EXCEEDED; once, why the build failed: the next call starts another
     */
    public Manifest manifest(String tag, TableRef table, TokenRanges ranges, int limit, @Nullable String after) {
        keyspaces.requireMovable(table.keyspace());
        ManifestPage page = new ManifestPage(ranges, limit, after);
        ManifestKey key = new ManifestKey(SnapshotTag.requireName(tag), table);
        Job job = job(key);
        if (job != null && after == null && isOfAnother(job)) {
            // Put right since, or taken again.
            forget(key, job);
            job = null;
        }
        if (job == null) {
            job = start(key);
        }
        return page(page, key, job);
    }

    /** Empty unless a finished manifest of a keyspace that may move lists it. Takes no lock. */
    @Override
    public Optional<SnapshotFile> find(String tag, String keyspace, String table, String sstable, String component) {
        // Stored manifests may be older than the configuration.
        return stored.find(new ManifestKey(tag, new TableRef(keyspace, table)), sstable, component)
                .filter(found -> keyspaces.mayMove(keyspace));
    }

    /**
     * @throws ProblemException KEYSPACE_NOT_ALLOWED; NOT_FOUND where no finished manifest lists it
     */
    public ServedSstable sstable(String tag, TableRef table, String name) {
        keyspaces.requireMovable(table.keyspace());
        return stored.served(new ManifestKey(SnapshotTag.requireName(tag), table), name)
                .orElseThrow(() -> new ProblemException(
                        ProblemType.NOT_FOUND,
                        "sstables: \"" + name + "\" (expected: SSTables of " + table.keyspace() + "." + table.table()
                                + " in a READY manifest of the snapshot " + tag + ")"));
    }

    /** Also cancels running builds. */
    @Override
    public synchronized void drop(String tag) {
        jobs.entrySet().removeIf(entry -> {
            Future<?> running = entry.getValue().running;
            boolean dropped = entry.getKey().tag().equals(tag);
            if (dropped && running != null) {
                running.cancel(true);
            }
            return dropped;
        });
        stored.drop(tag);
    }

    @Override
    public synchronized Set<String> tags() {
        Set<String> tags = new HashSet<>(stored.tags());
        jobs.keySet().forEach(key -> tags.add(key.tag()));
        return tags;
    }

    private boolean isOfAnother(Job job) {
        boolean ready;
        synchronized (this) {
            ready = job.ready != null;
        }
        return ready && !job.build.isStillThere();
    }

    // Unless somebody else has, and another is being built.
    private synchronized void forget(ManifestKey key, Job job) {
        if (jobs.remove(key, job)) {
            stored.remove(key);
        }
    }

    private synchronized @Nullable Job job(ManifestKey key) {
        return jobs.get(key);
    }

    private Job start(ManifestKey key) {
        List<SnapshotDirectory> located = contents.locate(key.tag(), key.table());
        ManifestRecord header = headers.header(key, located);
        Job job = new Job(new ManifestBuild(header, located, contents, checksums, stored, quotas.manifestSstables()));
        synchronized (this) {
            Job other = jobs.get(key);
            if (other != null) {
                return other;
            }
            requireRoom();
            jobs.put(key, job);
            FutureTask<?> task = new FutureTask<>(() -> build(key, job), null);
            job.running = task;
            try {
                builders.execute(task);
            } catch (RejectedExecutionException e) {
                jobs.remove(key);
                throw new ProblemException(
                        ProblemType.DRAINING,
                        "the sidecar is shutting down and builds no more manifests; ask again after its restart",
                        e);
            }
            LOG.info("manifest {}: BUILDING", key);
            return job;
        }
    }

    private void requireRoom() {
        long building = jobs.values().stream()
                .filter(job -> job.ready == null && job.failure == null)
                .count();
        if (building >= quotas.manifests()) {
            throw Quota.MANIFESTS.exceeded(
                    RETRY_AFTER,
                    building + " manifests are being built, or wait for it (expected: fewer than " + quotas.manifests()
                            + ", quotas.manifests); ask again when some are ready.");
        }
    }

    public DurationHistogram durations() {
        return durations;
    }

    private void build(ManifestKey key, Job job) {
        long began = System.nanoTime();
        try {
            ManifestBuild.Ready ready = job.build.run();
            publish(key, job, ready);
        } catch (InterruptedException e) {
            LOG.debug("manifest {}: build cancelled", key, e);
        } catch (ProblemException e) {
            fail(key, job, e);
        } catch (RuntimeException | Error e) {
            fail(
                    key,
                    job,
                    new ProblemException(
                            ProblemType.INTERNAL,
                            "manifest " + key + ": build failed: " + e + "; see the sidecar's log",
                            e));
        } finally {
            durations.record(Duration.ofNanos(System.nanoTime() - began));
        }
    }

    private synchronized void publish(ManifestKey key, Job job, ManifestBuild.Ready ready) {
        if (jobs.get(key) == job) {
            stored.put(ready.manifest());
            job.ready = ready;
            LOG.info(
                    "manifest {}: READY: {} SSTables, {} bytes read for checksums",
                    key,
                    ready.entries().size(),
                    job.build.bytesHashed());
        }
    }

    private synchronized void fail(ManifestKey key, Job job, ProblemException failure) {
        if (jobs.get(key) == job) {
            job.failure = failure;
            LOG.warn("manifest {}: build failed; the next request starts another", key, failure);
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
            forget(key, job);
            throw SnapshotContents.unknown(key.tag());
        }
        return page.of(ready, job.build.bytesHashed());
    }
}
