/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.limits;

import io.idaeus.api.limits.AdaptiveSettings;
import io.idaeus.api.limits.LimitSettings;
import io.idaeus.api.limits.LimitState;
import io.idaeus.api.limits.Limits;
import io.idaeus.sidecar.cassandra.node.NodeLoad;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.store.JsonStore;
import io.idaeus.sidecar.thread.DaemonThreads;
import io.idaeus.sidecar.throttle.Throttle;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This node's rate limits. Limits set over the API survive a restart ({@code limits/node.json}) and replace the
 * configured ones. Adaptive limits follow Cassandra's load. Thread-safe; the thread {@code adaptive-limits} takes load
 * samples outside the lock.
 */
public final class LimitsService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LimitsService.class);
    private static final String KEY = "node";

    private final LimitSettings configured;
    private final JsonStore<LimitsRecord> store;
    private final Supplier<NodeLoad> nodeLoad;
    private final Clock clock;
    private final DirectionLimit send;
    private final DirectionLimit receive;
    private final ScheduledExecutorService sampler;
    private LimitSettings settings;
    private @Nullable LimitsRecord override;

    // Used by the sampler thread alone.
    private @Nullable Long droppedBefore;

    private LimitsService(
            LimitSettings configured,
            JsonStore<LimitsRecord> store,
            Throttle sending,
            Throttle receiving,
            Supplier<NodeLoad> nodeLoad,
            Clock clock) {
        this.configured = configured;
        this.store = store;
        this.nodeLoad = nodeLoad;
        this.clock = clock;
        this.send = new DirectionLimit("send", sending, clock);
        this.receive = new DirectionLimit("receive", receiving, clock);
        this.override = stored(store).orElse(null);
        this.settings = override == null ? configured : override.settings();
        this.sampler = Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("adaptive-limits"));
        apply();
    }

    /** @param nodeLoad throws {@link ProblemException} where Cassandra does not answer */
    public static LimitsService open(
            Path stateDirectory,
            LimitSettings configured,
            Throttle sending,
            Throttle receiving,
            Supplier<NodeLoad> nodeLoad,
            Clock clock) {
        LimitsCheck.check(configured);
        JsonStore<LimitsRecord> store = JsonStore.open(stateDirectory.resolve("limits"), LimitsRecord.class);
        return new LimitsService(configured, store, sending, receiving, nodeLoad, clock);
    }

    /** Takes load samples while a limit is adaptive. */
    public void start(Duration interval) {
        ScheduledFuture<?> unused =
                sampler.scheduleWithFixedDelay(this::sample, 0, interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    public synchronized Limits view() {
        return new Limits(
                settings,
                override == null ? Limits.Origin.CONFIGURATION : Limits.Origin.API,
                override == null ? null : override.setAt(),
                send.now(),
                receive.now());
    }

    /**
     * Replaces the limits at once and stores them.
     *
     * @param precondition of the limits until now; nothing changes where it throws
     * @throws ProblemException INVALID_REQUEST naming the field
     */
    public synchronized Limits set(LimitSettings next, Consumer<Limits> precondition) {
        LimitsCheck.check(next);
        precondition.accept(view());
        LimitsRecord record = new LimitsRecord(next, clock.instant());
        store.put(KEY, record);
        override = record;
        settings = next;
        LOG.info("limits set: {}", next);
        apply();
        return view();
    }

    /**
     * Returns to the configured limits.
     *
     * @param precondition of the limits until now; nothing changes where it throws
     */
    public synchronized Limits reset(Consumer<Limits> precondition) {
        precondition.accept(view());
        if (store.delete(KEY)) {
            LOG.info("limits reset to the configuration: {}", configured);
        }
        override = null;
        settings = configured;
        apply();
        return view();
    }

    public synchronized LimitState sendState() {
        return send.state();
    }

    public synchronized LimitState receiveState() {
        return receive.state();
    }

    /** Never throws. */
    void sample() {
        try {
            if (adaptive() != null) {
                adapt(takeSample());
            }
        } catch (RuntimeException e) {
            LOG.error("adaptive limits: a load sample failed", e);
        }
    }

    private synchronized @Nullable AdaptiveSettings adaptive() {
        return settings.adaptive();
    }

    private LoadSample takeSample() {
        try {
            NodeLoad load = nodeLoad.get();
            Long before = droppedBefore;
            droppedBefore = load.droppedMessages();
            // A restarted node counts from zero again.
            return new LoadSample.Measured(load, before == null ? 0 : Math.max(0, load.droppedMessages() - before));
        } catch (ProblemException e) {
            droppedBefore = null;
            return new LoadSample.Unavailable(String.valueOf(e.getMessage()));
        }
    }

    private synchronized void adapt(LoadSample sample) {
        AdaptiveSettings adaptive = settings.adaptive();
        if (adaptive != null && adaptive.send() != null) {
            send.adapt(adaptive.send(), adaptive, sample);
        }
        if (adaptive != null && adaptive.receive() != null) {
            receive.adapt(adaptive.receive(), adaptive, sample);
        }
    }

    private void apply() {
        AdaptiveSettings adaptive = settings.adaptive();
        send.apply(settings.sendRate(), adaptive == null ? null : adaptive.send());
        receive.apply(settings.receiveRate(), adaptive == null ? null : adaptive.receive());
    }

    private static Optional<LimitsRecord> stored(JsonStore<LimitsRecord> store) {
        Optional<LimitsRecord> stored = store.get(KEY);
        try {
            stored.ifPresent(record -> LimitsCheck.check(record.settings()));
            return stored;
        } catch (ProblemException e) {
            LOG.warn("limits/node.json is invalid, the configured limits apply: {}", e.getMessage(), e);
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        sampler.shutdownNow();
    }
}
