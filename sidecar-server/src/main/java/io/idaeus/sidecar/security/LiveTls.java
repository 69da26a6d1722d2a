/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import io.idaeus.sidecar.config.TlsPaths;
import io.netty.channel.Channel;
import java.security.cert.CertificateException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS contexts of the files' current contents. Unusable files change nothing. Open connections keep their contexts, but
 * end once their peer's certificate is revoked. Thread-safe.
 */
public final class LiveTls implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LiveTls.class);

    private final TlsPaths settings;
    private final Clock clock;
    private final ScheduledExecutorService scheduler =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "tls-reload"));
    private final List<Consumer<TlsContexts>> watchers = new CopyOnWriteArrayList<>();
    private final LongAdder changes = new LongAdder();
    private final LongAdder refusals = new LongAdder();
    private final OpenConnections connections =
            new OpenConnections(() -> current().material());

    private final RefusedCallers refusedCallers = new RefusedCallers(System::nanoTime);

    private TlsFiles used;
    private @Nullable Refusal refused;
    private volatile TlsContexts current;

    // Contents that could not be used; null where the files could not be read.
    private record Refusal(@Nullable TlsFiles files, String reason) {}

    private LiveTls(TlsPaths settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
        this.used = TlsFiles.read(settings);
        this.current = TlsContexts.of(TlsMaterial.of(used), TlsContexts.available());
    }

    /** @throws IllegalArgumentException naming the wrong file */
    public static LiveTls open(TlsPaths settings, Clock clock) {
        LiveTls live = new LiveTls(settings, clock);
        TlsMaterial material = live.current.material();
        try {
            material.checkDates(clock.instant());
            LOG.info("TLS: {}", material);
        } catch (CertificateException e) {
            LOG.warn("TLS: {}; peers and callers will reject it: {}", material, e.getMessage());
        }
        try {
            material.checkLists(clock.instant());
        } catch (IllegalArgumentException e) {
            LOG.warn("TLS: every certificate of a peer or caller will be rejected: {}", e.getMessage());
        }
        return live;
    }

    public void start(Duration interval) {
        long nanos = interval.toNanos();
        var unused = scheduler.scheduleWithFixedDelay(this::reloadSafely, nanos, nanos, TimeUnit.NANOSECONDS);
    }

    public TlsContexts current() {
        return current;
    }

    /** Calls the watcher now, and after each change in the reloading thread. */
    public synchronized void watch(Consumer<TlsContexts> watcher) {
        watcher.accept(current);
        watchers.add(watcher);
    }

    /**
     * Ends the connection once its peer's certificate is revoked, and logs a caller whose certificate is refused. Its
     * pipeline has a TLS handler.
     */
    public void connected(Channel connection) {
        connections.add(connection);
        refusedCallers.watch(connection);
    }

    /** Connections that ended because of a revoked certificate. */
    public long revoked() {
        return connections.closed();
    }

    public long changes() {
        return changes.sum();
    }

    public long refusals() {
        return refusals.sum();
    }

    public synchronized void reload() {
        // Bytes, not times: a link may point elsewhere, and a file may change twice in a second.
        TlsFiles found = null;
        try {
            found = TlsFiles.read(settings);
            if (!found.equals(used)) {
                change(found);
            }
            refused = null;
        } catch (IllegalArgumentException e) {
            refuse(new Refusal(found, String.valueOf(e.getMessage())), e);
        }
    }

    private void change(TlsFiles found) {
        TlsMaterial material = TlsMaterial.of(found);
        requireValid(material);
        if (!Objects.equals(found.crl(), used.crl())) {
            material.checkLists(clock.instant());
        }
        current = TlsContexts.of(material, TlsContexts.available());
        connections.closeRevoked();
        used = found;
        changes.increment();
        LOG.info("TLS: reloaded; new connections use {}", material);
        watchers.forEach(watcher -> watcher.accept(current));
        // Also closes connections that the watchers' old certificates let in meanwhile.
        connections.closeRevoked();
    }

    private void requireValid(TlsMaterial material) {
        try {
            material.checkDates(clock.instant());
        } catch (CertificateException e) {
            throw new IllegalArgumentException(
                    settings.certificate() + " is not valid at " + clock.instant() + ": " + e.getMessage(), e);
        }
    }

    private void refuse(Refusal refusal, Exception cause) {
        if (refusal.equals(refused)) {
            LOG.debug("TLS: the files still cannot be used", cause);
            return;
        }
        refused = refusal;
        refusals.increment();
        LOG.warn(
                "TLS: the changed files cannot be used; keeping the certificate of {}: {}",
                current.material().identity(),
                refusal.reason());
    }

    private void reloadSafely() {
        try {
            reload();
        } catch (RuntimeException e) {
            LOG.error("TLS: checking the files failed", e);
        }
    }

    @Override
    public void close() {
        scheduler.shutdownNow();
    }
}
