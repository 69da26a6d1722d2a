/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.limits;

import io.idaeus.api.AdaptiveSettings;
import io.idaeus.api.LimitSettings;
import io.idaeus.api.LimitState;
import io.idaeus.api.Limits;
import io.idaeus.sidecar.cassandra.NodeLoad;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.store.JsonStore;
import io.idaeus.sidecar.throttle.Throttle;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What this node may send and receive: the configuration's limits, or those that were set since and outlive the process
 * ({@code limits/node.json}). Adaptive ones follow Cassandra's load.
 *
 * <p>Any thread may call. The thread {@code adaptive-limits} asks Cassandra, outside the lock, so that a node that hangs
 * keeps nobody else waiting.
 */
public final class LimitsService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LimitsService.class);
    private static final String NODE = "node";

    private final LimitSettings configured;
    private final JsonStore<LimitsRecord> store;
    private final Supplier<NodeLoad> load;
    private final Clock clock;
    private final DirectionLimit send;
    private final DirectionLimit receive;
    private final ScheduledExecutorService looks;
    private LimitSettings settings;
    private @Nullable LimitsRecord set;
    private @Nullable Long droppedBefore;

    private LimitsService(
            LimitSettings configured,
            JsonStore<LimitsRecord> store,
            Throttle sending,
            Throttle receiving,
            Supplier<NodeLoad> load,
            Clock clock) {
        this.configured = configured;
        this.store = store;
        this.load = load;
        this.clock = clock;
        this.send = new DirectionLimit("sending", sending, clock);
        this.receive = new DirectionLimit("receiving", receiving, clock);
        this.set = stored(store).orElse(null);
        this.settings = set == null ? configured : set.settings();
        this.looks = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "adaptive-limits");
            thread.setDaemon(true);
            return thread;
        });
        apply();
    }

    /**
     * Applies what was set last, or else what is configured.
     *
     * @param load asks Cassandra; a {@link ProblemException} where it cannot be asked
     */
    public static LimitsService open(
            Path stateDirectory,
            LimitSettings configured,
            Throttle sending,
            Throttle receiving,
            Supplier<NodeLoad> load,
            Clock clock) {
        LimitsCheck.check(configured);
        JsonStore<LimitsRecord> store = JsonStore.open(stateDirectory.resolve("limits"), LimitsRecord.class);
        return new LimitsService(configured, store, sending, receiving, load, clock);
    }

    /** Looks at Cassandra from now on, where a limit is adaptive. */
    public void start(Duration interval) {
        ScheduledFuture<?> unused =
                looks.scheduleWithFixedDelay(this::look, 0, interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    public synchronized Limits view() {
        return new Limits(
                settings,
                set == null ? Limits.Origin.CONFIGURATION : Limits.Origin.API,
                set == null ? null : set.setAt(),
                send.now(),
                receive.now());
    }

    /**
     * Replaces them, at once and for good.
     *
     * @throws ProblemException INVALID_REQUEST naming the field
     */
    public synchronized Limits set(LimitSettings next) {
        LimitsCheck.check(next);
        LimitsRecord record = new LimitsRecord(next, clock.instant());
        store.put(NODE, record);
        set = record;
        settings = next;
        LOG.info("limits set: {}", next);
        apply();
        return view();
    }

    /** Goes back to what is configured. */
    public synchronized Limits reset() {
        if (store.delete(NODE)) {
            LOG.info("limits are those of the configuration again: {}", configured);
        }
        set = null;
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

    /** One look at Cassandra, if a limit depends on it. Never throws. */
    void look() {
        try {
            if (adaptive() != null) {
                adapt(ask());
            }
        } catch (RuntimeException e) {
            LOG.error("adaptive limits: a look failed", e);
        }
    }

    private synchronized @Nullable AdaptiveSettings adaptive() {
        return settings.adaptive();
    }

    private LoadSample ask() {
        try {
            NodeLoad found = load.get();
            Long before = droppedBefore;
            droppedBefore = found.droppedMessages();
            return new LoadSample.Seen(found, before == null ? 0 : Math.max(0, found.droppedMessages() - before));
        } catch (ProblemException e) {
            droppedBefore = null;
            return new LoadSample.Silent(String.valueOf(e.getMessage()));
        }
    }

    private synchronized void adapt(LoadSample look) {
        AdaptiveSettings bounds = settings.adaptive();
        if (bounds != null && bounds.send() != null) {
            send.look(bounds.send(), bounds, look);
        }
        if (bounds != null && bounds.receive() != null) {
            receive.look(bounds.receive(), bounds, look);
        }
    }

    private void apply() {
        AdaptiveSettings adaptive = settings.adaptive();
        send.set(settings.sendRate(), adaptive == null ? null : adaptive.send());
        receive.set(settings.receiveRate(), adaptive == null ? null : adaptive.receive());
    }

    /** What was set, where it still makes sense. */
    private static Optional<LimitsRecord> stored(JsonStore<LimitsRecord> store) {
        Optional<LimitsRecord> stored = store.get(NODE);
        try {
            stored.ifPresent(record -> LimitsCheck.check(record.settings()));
            return stored;
        } catch (ProblemException e) {
            LOG.warn("the limits that were set are not used, those of the configuration are: {}", e.getMessage(), e);
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        looks.shutdownNow();
    }
}
