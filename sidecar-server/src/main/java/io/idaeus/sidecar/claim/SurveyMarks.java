/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.claim;

import io.idaeus.sidecar.cassandra.node.EnteredSurveys;
import io.idaeus.sidecar.store.JsonStore;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The last call that was to take Cassandra into write survey. It is on disk before it is made: up to 5.0 a process that is
 * told a second time skips its bootstrap, and is spent. Thread-safe.
 */
public final class SurveyMarks implements EnteredSurveys {
    private static final String LAST = "last";

    /**
     * A call.
     *
     * @param process when it was started
     * @param ended whether the call came back, as far as this sidecar heard
     * @param refusal why Cassandra refused; null where it did not
     */
    record Mark(
            Instant process,
            Instant calledAt,
            boolean ended,
            @Nullable String refusal) {
        boolean isRefused() {
            return refusal != null;
        }
    }

    private final JsonStore<Mark> store;
    private final InstantSource clock;
    // The process whose call is under way here.
    private @Nullable Instant open;
    private @Nullable Mark last;

    private SurveyMarks(JsonStore<Mark> store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
        this.last = store.get(LAST).orElse(null);
    }

    public static SurveyMarks open(Path stateDirectory, InstantSource clock) {
        return new SurveyMarks(JsonStore.open(stateDirectory.resolve("survey"), Mark.class), clock);
    }

    synchronized Optional<Mark> of(Instant process) {
        return Optional.ofNullable(last).filter(mark -> mark.process().equals(process));
    }

    /** By the clock of the marks. */
    Instant now() {
        return clock.instant();
    }

    synchronized void called(Instant process) {
        put(new Mark(process, now(), false, null));
        open = process;
    }

    /** @param refusal null where the call came back */
    synchronized void ended(Instant process, @Nullable String refusal) {
        open = null;
        of(process).ifPresent(mark -> put(new Mark(process, mark.calledAt(), true, refusal)));
    }

    /** The call goes on in Cassandra, and nobody hears of its end. */
    synchronized void lost() {
        open = null;
    }

    private void put(Mark mark) {
        store.put(LAST, mark);
        last = mark;
    }

    /** Also where nobody has heard of the end of the call: then only the other nodes tell whether they write to it. */
    @Override
    public synchronized boolean has(Instant process) {
        return !process.equals(open)
                && of(process).filter(mark -> !mark.isRefused()).isPresent();
    }
}
