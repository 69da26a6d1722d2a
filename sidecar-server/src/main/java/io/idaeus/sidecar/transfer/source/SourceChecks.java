/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import io.idaeus.api.ProblemType;
import io.idaeus.api.claim.SourceCheck.UnusableSource;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.thread.DaemonThreads;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Contacts sources before anything depends on them: all at once, and each for a bounded time. */
public final class SourceChecks {
    private static final Logger LOG = LoggerFactory.getLogger(SourceChecks.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final SstableSources sources;
    private final Duration patience;

    public SourceChecks(SstableSources sources) {
        this(sources, PATIENCE);
    }

    SourceChecks(SstableSources sources, Duration patience) {
        this.sources = sources;
        this.patience = patience;
    }

    /** The sources that cannot be pulled from now, in this order. */
    public List<UnusableSource> unusable(List<SourceRef> asked) {
        // No pool: one that hangs keeps no other from being asked.
        ExecutorService threads = Executors.newCachedThreadPool(DaemonThreads.numbered("source-check"));
        try {
            return asked.stream()
                    .map(source -> CompletableFuture.supplyAsync(() -> contact(source), threads)
                            .completeOnTimeout(Optional.of(late(source)), patience.toMillis(), TimeUnit.MILLISECONDS))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .flatMap(Optional::stream)
                    .toList();
        } finally {
            threads.shutdownNow();
        }
    }

    private Optional<UnusableSource> contact(SourceRef source) {
        try {
            SstableSource unused = sources.contact(source);
            return Optional.empty();
        } catch (ProblemException e) {
            return Optional.of(unusable(source, e.type(), String.valueOf(e.getMessage())));
        } catch (RuntimeException e) {
            LOG.error("the source {} cannot be checked", source.uri(), e);
            return Optional.of(unusable(
                    source,
                    ProblemType.INTERNAL,
                    "the check of " + source.uri() + " failed; the log of this sidecar has why"));
        }
    }

    private UnusableSource late(SourceRef source) {
        return unusable(
                source,
                ProblemType.PEER_UNREACHABLE,
                "no answer from source " + source.uri() + " within " + patience.toSeconds()
                        + " s. Check that this host reaches it");
    }

    private static UnusableSource unusable(SourceRef source, ProblemType type, String detail) {
        return new UnusableSource(source.uri(), type.uri(), detail);
    }
}
