/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import java.security.cert.CertificateException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
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
 * The TLS contexts of the files as they are now. It reads the files at an interval and compares their bytes, so that it
 * sees what a link was turned to, and two changes within a second. What cannot be used, such as a certificate whose key
 * is still being written, leaves the contexts as they were, and is tried again. New contexts are for new connections;
 * those that are open keep what they were opened with. Any thread may ask for the current ones.
 */
public final class LiveTls implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LiveTls.class);

    private final TlsSettings settings;
    private final Clock clock;
    private final ScheduledExecutorService looker =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "tls-reload"));
    private final List<Consumer<TlsContexts>> watchers = new CopyOnWriteArrayList<>();
    private final LongAdder changes = new LongAdder();
    private final LongAdder refusals = new LongAdder();

    private TlsFiles used;
    private @Nullable Refusal refused;
    private volatile TlsContexts current;

    /** What was tried in vain; null where the files could not even be read. */
    private record Refusal(@Nullable TlsFiles files, String reason) {}

    private LiveTls(TlsSettings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
        this.used = TlsFiles.read(settings);
        this.current = TlsContexts.of(TlsMaterial.of(used), TlsContexts.available());
    }

    /**
     * Reads the files. {@link #start} must follow for them to be read again.
     *
     * @throws IllegalArgumentException naming the one that is missing, or is not what it should be
     */
    public static LiveTls open(TlsSettings settings, Clock clock) {
        LiveTls live = new LiveTls(settings, clock);
        TlsMaterial material = live.current.material();
        try {
            material.checkDates(clock.instant());
            LOG.info("TLS: {}", material);
        } catch (CertificateException e) {
            LOG.warn("TLS: {}; peers and callers will refuse it: {}", material, e.getMessage());
        }
        return live;
    }

    /** Looks at the files from now on. */
    public void start(Duration interval) {
        long nanos = interval.toNanos();
        var unused = looker.scheduleWithFixedDelay(this::lookSafely, nanos, nanos, TimeUnit.NANOSECONDS);
    }

    public TlsContexts current() {
        return current;
    }

    /** Tells the contexts now, and whenever they change; in the caller's thread, then in the one that looks. */
    public synchronized void watch(Consumer<TlsContexts> watcher) {
        watcher.accept(current);
        watchers.add(watcher);
    }

    /** How often the contexts were made anew. */
    public long changes() {
        return changes.sum();
    }

    /** How many contents of the files could not be used, each counted once. */
    public long refusals() {
        return refusals.sum();
    }

    /** Looks now rather than when it is due. */
    public synchronized void look() {
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
        current = TlsContexts.of(material, TlsContexts.available());
        used = found;
        changes.increment();
        LOG.info("TLS: new connections have {}", material);
        watchers.forEach(watcher -> watcher.accept(current));
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
                "TLS: what the files hold now cannot be used, and the certificate of {} stays: {}",
                current.material().identity(),
                refusal.reason());
    }

    private void lookSafely() {
        try {
            look();
        } catch (RuntimeException e) {
            LOG.error("TLS: the files could not be looked at", e);
        }
    }

    @Override
    public void close() {
        looker.shutdownNow();
    }
}
