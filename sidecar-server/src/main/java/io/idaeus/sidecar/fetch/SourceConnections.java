/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.fetch.connection.PeerPath;
import io.idaeus.sidecar.throttle.Throttle;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections to one source: a fixed number, or as many as a {@link ConnectionSearch} finds. For one thread, except for {@link
 * #received} and the permits.
 */
public final class SourceConnections {
    private static final Logger LOG = LoggerFactory.getLogger(SourceConnections.class);
    private static final long INTERVAL_NANOS = 1_000_000_000;

    // Connections that are refused together fail within moments.
    private static final long FORGIVING_NANOS = 10 * INTERVAL_NANOS;

    // From this share of a rate limit on, the limit may be what holds the source back.
    private static final double MAY_BIND = 0.5;

    private final String name;
    private final ConnectionPermits permits;
    private final ConnectionSearch search;
    private final Supplier<PeerPath.Reading> path;
    private final LongSupplier nanoTime;
    private final LongAdder received = new LongAdder();
    private long expected;
    private long sampledAt;
    private long sampledBytes;

    // Failures that extra connections may still cause, until then.
    private int forgiven;
    private long forgivenUntil;

    /**
     * @param name for the log
     * @param permits the search begins with their present number
     * @param most no search where it is not above that number
     * @param path called once a second
     */
    public SourceConnections(
            String name, ConnectionPermits permits, int most, Supplier<PeerPath.Reading> path, LongSupplier nanoTime) {
        this.name = name;
        this.permits = permits;
        this.search = new ConnectionSearch(permits.limit(), most);
        this.path = path;
        this.nanoTime = nanoTime;
        this.sampledAt = nanoTime.getAsLong();
    }

    public static SourceConnections fixed(ConnectionPermits permits) {
        return new SourceConnections(
                "", permits, permits.limit(), () -> new PeerPath.Reading(null, 0), System::nanoTime);
    }

    public ConnectionPermits permits() {
        return permits;
    }

    public int number() {
        return permits.limit();
    }

    /** @param bytes more that this source has to send */
    public void expect(long bytes) {
        expected += bytes;
    }

    /** @param bytes from this source; ignored where negative */
    public void received(long bytes) {
        received.add(Math.max(0, bytes));
    }

    /**
     * Takes a sample where the last one is a second old. Cheap otherwise.
     *
     * @param failing whether fetches from this source fail
     */
    public void update(boolean failing) {
        long now = nanoTime.getAsLong();
        if (search.isOver() || now - sampledAt < INTERVAL_NANOS) {
            return;
        }
        long bytes = received.sum();
        double rate = (bytes - sampledBytes) * 1e9 / (now - sampledAt);
        sampledAt = now;
        sampledBytes = bytes;
        PeerPath.Reading reading = path.get();
        LOG.trace("{}: {} at {}, {}", name, bytes, rate(rate), reading);
        ConnectionSearch.Change change = search.next(new ConnectionSearch.Sample(
                now,
                bytes,
                Math.max(0, expected - bytes),
                !failing && !isLimited(rate),
                reading.roundTrip(),
                reading.losses()));
        if (change != null) {
            apply(change);
        }
    }

    private boolean isLimited(double rate) {
        long limit = permits.pace().limit();
        return limit != Throttle.UNLIMITED && rate > MAY_BIND * limit;
    }

    /**
     * A fetch failed in a way that a further connection may cause. Where more connections are being tried, their number is
     * lowered again, for good.
     *
     * @return whether the source need not be taken for failing
     */
    public boolean refused() {
        long now = nanoTime.getAsLong();
        ConnectionSearch.Change change = search.refused(now);
        if (change != null) {
            // Each extra connection may hold one exchange, and another one that is sent ahead.
            forgiven = 2 * (change.from() - change.to());
            forgivenUntil = now + FORGIVING_NANOS;
            apply(change);
        }
        if (forgiven == 0 || now - forgivenUntil > 0) {
            return false;
        }
        forgiven--;
        return true;
    }

    private void apply(ConnectionSearch.Change change) {
        permits.limit(change.to());
        LOG.info(
                "{}: {} connections instead of {}: {} ({} before, {} after)",
                name,
                change.to(),
                change.from(),
                change.reason(),
                rate(change.before()),
                rate(change.after()));
    }

    private static String rate(double bytesPerSecond) {
        return bytesPerSecond == 0 ? "not measured" : String.format(Locale.ROOT, "%.1f MB/s", bytesPerSecond / 1e6);
    }
}
