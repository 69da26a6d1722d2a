/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.fetch.FetchResult.Failed;
import io.idaeus.sidecar.fetch.FetchResult.Reason;
import io.idaeus.sidecar.fetch.file.Forcing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class UnforcedTest {
    private static final Path DIRECTORY = Path.of("/staging/t1/nb-1-big");

    private final AtomicLong nanos = new AtomicLong(-5);
    private final List<Runnable> tasks = new ArrayList<>();
    private final List<Path> expected = new ArrayList<>();
    private final List<Integer> forced = new ArrayList<>();
    private final List<@Nullable Failed> ends = new ArrayList<>();
    private final List<Long> forcedNanos = new ArrayList<>();
    private @Nullable Throwable failure;
    private final Unforced unforced = new Unforced(
            new Forcing() {
                @Override
                public void expect(Path directory) {
                    expected.add(directory);
                }

                @Override
                public void force(Collection<Received> received) throws IOException {
                    if (failure instanceof IOException ofDisk) {
                        throw ofDisk;
                    } else if (failure instanceof Error defect) {
                        throw defect;
                    }
                    forced.add(received.size());
                }

                @Override
                public void close() {}
            },
            tasks::add,
            nanos::get,
            forcedNanos::add);

    @Test
    void someAreForcedWhileOthersArrive() {
        add(Unforced.BATCH_BYTES - 1);
        assertThat(begins(false)).isFalse();
        add(1);
        assertThat(begins(false)).isTrue();
        add(Unforced.MOST_BYTES - Unforced.BATCH_BYTES - 1);
        assertThat(unforced.isFull()).isFalse();
        add(1);
        assertThat(unforced.isFull()).isTrue();
        assertThat(begins(false)).as("one at a time").isFalse();

        end();

        assertThat(unforced.isFull()).isFalse();
        assertThat(begins(false)).isTrue();
        end();
        assertThat(unforced.isEmpty()).isTrue();
        assertThat(forced).containsExactly(2, 2);
        assertThat(ends).containsOnlyNulls();
        assertThat(forcedNanos).hasSize(2);
    }

    @Test
    void nothingWaitsLong() {
        nanos.set(100);
        add(1);
        nanos.addAndGet(Unforced.LONGEST.toNanos() - 1);
        add(1);
        assertThat(begins(false)).isFalse();
        nanos.incrementAndGet();
        assertThat(begins(false)).isTrue();
        end();

        add(1);
        assertThat(begins(false)).as("from the first file on").isFalse();
    }

    @Test
    void theLastAreForcedAtOnce() {
        assertThat(begins(true)).as("nothing to force").isFalse();
        add(1);
        assertThat(begins(true)).isTrue();
        assertThat(unforced.isEmpty()).isFalse();
        end();
        assertThat(unforced.isEmpty()).isTrue();
    }

    @Test
    void aFailureIsToldWithItsReason() {
        add(7);
        failure = new IOException("No space left on device");
        assertThat(begins(true)).isTrue();
        end();

        assertThat(ends).singleElement().satisfies(end -> assertThat(end.reason())
                .isEqualTo(Reason.DISK_FULL));
    }

    @Test
    void aDefectIsToldToo() {
        add(7);
        failure = new AssertionError("a defect");
        assertThat(begins(true)).isTrue();
        end();

        assertThat(ends).singleElement().satisfies(end -> {
            assertThat(end.reason()).isEqualTo(Reason.LOCAL_IO);
            assertThat(end.cause()).isSameAs(failure);
        });
        assertThat(forcedNanos).isEmpty();
    }

    @Test
    void whatIsLeftIsForcedWhenAPullEndsEarly() {
        assertThat(unforced.finish()).isNull();
        add(Unforced.BATCH_BYTES);
        assertThat(begins(false)).isTrue();
        add(1);
        tasks.remove(0).run();

        assertThat(unforced.finish()).isNull();

        assertThat(forced).as("nothing, one batch, the rest").containsExactly(0, 1, 1);
    }

    @Test
    void aFailureThatNobodyWasToldOfIsToldAtTheEnd() {
        add(Unforced.BATCH_BYTES);
        failure = new IOException("syncfs failed with errno 5");
        assertThat(begins(false)).isTrue();
        tasks.remove(0).run();
        failure = null;

        Failed told = unforced.finish();

        assertThat(told).isNotNull();
        assertThat(told.message()).contains("errno 5");
    }

    @Test
    void aFetcherThatIsClosedForcesNothing() {
        Unforced closed = new Unforced(
                Forcing.NONE,
                task -> {
                    throw new RejectedExecutionException("closed");
                },
                nanos::get,
                forcedNanos::add);
        closed.add(DIRECTORY.resolve("f"), 1);

        assertThat(closed.forceIfDue(true, ends::add)).isTrue();

        assertThat(ends).singleElement().satisfies(end -> assertThat(end.reason())
                .isEqualTo(Reason.LOCAL_IO));
    }

    @Test
    void directoriesNextToEachOtherAreExpectedOnce() throws IOException {
        unforced.expect(DIRECTORY);
        unforced.expect(DIRECTORY.resolveSibling("nb-2-big"));
        unforced.expect(Path.of("/other/t1/nb-3-big"));

        assertThat(expected).containsExactly(DIRECTORY, Path.of("/other/t1/nb-3-big"));
    }

    private void add(long bytes) {
        unforced.add(DIRECTORY.resolve("file"), bytes);
    }

    private boolean begins(boolean last) {
        return unforced.forceIfDue(last, ends::add);
    }

    private void end() {
        tasks.remove(0).run();
        unforced.ended();
    }
}
