/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.audit;

import io.idaeus.sidecar.config.AuditConfig;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The audit trail. Nothing here blocks or throws. Thread-safe. */
public final class AuditLog implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final InstantSource clock;
    private final boolean strict;
    private final @Nullable AuditWriter writer;
    private final RefusalFold fold;
    private final AtomicLong folded = new AtomicLong();
    private final AuditLines lines;

    private AuditLog(
            InstantSource clock, boolean strict, @Nullable AuditWriter writer, RefusalFold fold, AuditLines lines) {
        this.clock = clock;
        this.strict = strict;
        this.writer = writer;
        this.fold = fold;
        this.lines = lines;
    }

    /** Keeps nothing. */
    public static AuditLog none() {
        return new AuditLog(InstantSource.system(), false, null, new RefusalFold(System::nanoTime), new AuditLines());
    }

    /** Starts although records cannot be written yet. */
    public static AuditLog open(AuditConfig settings, InstantSource clock) {
        return open(settings, clock, System::nanoTime);
    }

    static AuditLog open(AuditConfig settings, InstantSource clock, LongSupplier nanos) {
        if (!settings.isOn()) {
            return none();
        }
        RefusalFold fold = new RefusalFold(nanos);
        AuditFile file = settings.file() == null
                ? null
                : new AuditFile(settings.file(), settings.maxFileBytes(), settings.maxFiles());
        AuditLines lines = new AuditLines();
        AuditWriter writer = new AuditWriter(file, settings.log(), fold, lines);
        writer.start();
        return new AuditLog(clock, settings.strict(), writer, fold, lines);
    }

    public boolean isOn() {
        return writer != null;
    }

    /** Whether nothing may change before {@link #begin} is done. */
    public boolean isStrict() {
        return strict;
    }

    public Instant now() {
        return clock.instant();
    }

    /** Grows by one with each record of this process: a gap tells of a lost one. */
    public String nextId() {
        return lines.nextId();
    }

    public void write(AuditRecord record) {
        if (writer != null) {
            writer.add(lines.of(record));
        }
    }

    /** The end of what somebody asked for earlier. */
    public void end(
            String operation,
            Map<String, String> target,
            @Nullable String requestedBy,
            String result,
            @Nullable Duration took) {
        write(AuditRecord.end(now(), operation, target, requestedBy, result, took == null ? null : took.toMillis()));
    }

    /** A refusal, which one record may fold with others. */
    public void refused(AuditRecord record) {
        if (writer != null && fold.isSingle(record)) {
            write(record);
        } else {
            folded.incrementAndGet();
        }
    }

    /** Done when the record is on disk, and failed where that is not within some seconds. */
    public CompletableFuture<Void> begin(AuditRecord record) {
        return writer == null
                ? CompletableFuture.completedFuture(null)
                : writer.force(lines.of(record)).orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Why records cannot be written now; empty where they can. */
    public Optional<String> failure() {
        return Optional.ofNullable(writer == null ? null : writer.failure());
    }

    /** The newest lines of this process, oldest first. */
    public List<String> last() {
        return writer == null ? List.of() : writer.last();
    }

    public long written() {
        return writer == null ? 0 : writer.written();
    }

    public long lost() {
        return writer == null ? 0 : writer.lost();
    }

    /** Refusals without a record of their own. */
    public long folded() {
        return writer == null ? 0 : folded.get();
    }

    @Override
    public void close() {
        if (writer != null) {
            writer.close();
        }
    }
}
