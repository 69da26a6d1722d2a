/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.job.Countdown.Stored;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.store.JsonStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.MDC;

/** A third kind of job, made of what transfers and plans are made of. */
@Timeout(120)
class JobsTest {
    private static final int MANY = 1000;

    @TempDir
    Path directory;

    private final Semaphore permits = new Semaphore(0);
    private final List<Stored> changes = new CopyOnWriteArrayList<>();
    private final List<String> deleted = new CopyOnWriteArrayList<>();
    private final List<Map<String, String>> logged = new CopyOnWriteArrayList<>();
    private Clock clock = Clock.systemUTC();
    private JsonJobStore<Stored> store;
    private JobRegistry<Countdown> registry;
    private JobWorkers<Countdown> workers;
    private Jobs<Stored, Countdown> jobs;
    private JobHistory<Countdown> history;

    @BeforeEach
    void start() {
        start(new JobQuota(10, Duration.ofDays(1)));
    }

    private void start(JobQuota quota) {
        Broadcast<Stored> broadcast = new Broadcast<>();
        broadcast.listen(changes::add, deleted::add);
        store = new JsonJobStore<>(directory, "countdowns", place -> JsonStore.open(place, Stored.class));
        registry = new JobRegistry<>(new JobKind("countdown", ProblemType.UNKNOWN_TRANSFER, "GET /v1/countdowns"));
        workers = JobWorkers.atMost(1, "countdown", countdown -> {
            logged.add(MDC.getCopyOfContextMap());
            countdown.drive();
        });
        jobs = new Jobs<>(store, registry, workers);
        history = new JobHistory<>(
                registry,
                store,
                quota,
                countdown -> countdown.hasEnded() ? Optional.empty() : Optional.of("counts"),
                broadcast::deleted,
                clock);
        registry.load(store, record -> new Countdown(store, record, broadcast::changed, permits, clock));
        jobs.start();
    }

    @AfterEach
    void close() {
        jobs.close();
    }

    private Countdown begin(String id, int from) {
        Stored record = Stored.from(id, from);
        jobs.store(record);
        Countdown countdown = new Countdown(store, record, changes::add, permits, clock);
        registry.add(countdown);
        workers.submit(countdown);
        return countdown;
    }

    private void awaitLeft(String id, int left) {
        Await.until(id + " at " + left, () -> registry.get(id).record().left() == left);
    }

    private void awaitEnd(String id) {
        Await.until("the end of " + id, () -> registry.get(id).hasEnded());
    }

    @Test
    void itGoesOnWhereTheProcessBeforeLeftIt() {
        begin("a", 5);
        permits.release(2);
        awaitLeft("a", 3);
        jobs.close();

        start();
        assertThat(registry.get("a").record().left()).isEqualTo(3);
        permits.release(3);
        awaitEnd("a");
        jobs.close();

        start();
        assertThat(registry.loaded()).isEmpty();
        assertThat(registry.get("a").record().left()).isZero();
        assertThat(directory.resolve("countdowns/a.json")).doesNotExist();
        assertThat(directory.resolve("ended-countdowns/a.json")).exists();
    }

    @Test
    void aPauseFreesTheWorkerAlsoOverARestart() {
        begin("a", 1);
        begin("b", 1);
        jobs.pause("a");
        permits.release();
        awaitEnd("b");
        jobs.close();
        start();
        permits.release();
        begin("c", 0);
        awaitEnd("c");
        assertThat(registry.get("a").record().left()).isEqualTo(1);

        jobs.resume("a");
        awaitEnd("a");
    }

    private enum Left {
        SOME,
        NONE
    }

    private Stream<Left> left() {
        return registry.loaded().stream().map(countdown -> countdown.record().left() == 0 ? Left.NONE : Left.SOME);
    }

    @Test
    void itsMetricsSayHowManyAreInEachStateAndWhatTheyWaitFor() {
        MeterRegistry meters = new SimpleMeterRegistry();
        JobMetrics<JobsTest> metrics = new JobMetrics<>(meters, this, "countdowns");
        metrics.states("Countdowns", Left.values(), test -> test.left()
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting())));
        Instant longest = Instant.ofEpochSecond(1_000);
        metrics.waits(
                "Countdowns that wait",
                Left.values(),
                (test, cause) -> cause == Left.SOME ? Stream.of(longest.plusSeconds(1), longest) : Stream.of());
        begin("a", 1);
        begin("b", 2);

        assertThat(meters.get("countdowns").tag("state", "SOME").gauge().value())
                .isEqualTo(2);
        assertThat(meters.get("countdowns").tag("state", "NONE").gauge().value())
                .isZero();
        assertThat(meters.get("countdowns.waiting").tag("cause", "SOME").gauge().value())
                .isEqualTo(2);
        assertThat(meters.get("countdowns.waiting.since.timestamp")
                        .tag("cause", "SOME")
                        .gauge()
                        .value())
                .isEqualTo(1_000.0);
        assertThat(meters.get("countdowns.waiting.since.timestamp")
                        .tag("cause", "NONE")
                        .gauge()
                        .value())
                .isNaN();
    }

    /** As where a plan cannot tell its transfers. */
    @Test
    void aResumeThatFailsOnceItIsStoredIsCarriedOut() {
        Countdown countdown = begin("a", 1);
        jobs.pause("a");
        Await.until("its worker has left", () -> {
            boolean free = countdown.steering().claim();
            if (free) {
                countdown.steering().release();
            }
            return free;
        });
        countdown.afterResume = () -> {
            throw new ProblemException(ProblemType.PEER_UNREACHABLE, "nobody answers");
        };

        assertThatThrownBy(() -> jobs.resume("a")).hasMessage("nobody answers");
        permits.release();
        awaitEnd("a");
    }

    @Test
    void whatTookThePlaceOfAnotherStays() {
        begin("a", 0);
        awaitEnd("a");
        Countdown old = registry.get("a");
        Countdown again = begin("a", 1);

        history.tryToForget(old, "too old");

        assertThat(registry.get("a")).isSameAs(again);
        assertThat(directory.resolve("countdowns/a.json")).exists();
    }

    @Test
    void eachOfManyPausesAndResumesIsCarriedOut() {
        begin("a", MANY);
        permits.release(MANY);
        for (int i = 0; i < MANY; i++) {
            jobs.pause("a");
            jobs.resume("a");
        }
        awaitEnd("a");
        assertThat(registry.get("a").record().left()).isZero();
    }

    @Test
    void aCancelEndsItHoweverBusyTheWorkersAre() {
        begin("a", 1);
        begin("b", 1);
        jobs.cancel("b");
        awaitEnd("b");
        assertThat(registry.get("b").record().left()).isEqualTo(1);
        assertThat(registry.get("a").hasEnded()).isFalse();
        assertThat(jobs.cancel("b").record()).isEqualTo(registry.get("b").record());
    }

    @Test
    void everyChangeIsOnDiskBeforeItIsTold() throws Exception {
        Countdown countdown = begin("a", 3);
        List<Boolean> onDisk = new CopyOnWriteArrayList<>();
        try (AutoCloseable watching = countdown.watch(told -> onDisk.add(isOnDisk(told)))) {
            permits.release(3);
            awaitEnd("a");
        }
        assertThat(onDisk).hasSizeGreaterThanOrEqualTo(4).containsOnly(true);
        assertThat(changes).extracting(Stored::left).contains(2, 1, 0);
    }

    private boolean isOnDisk(Stored told) {
        Path file = directory.resolve((told.hasEnded() ? "ended-countdowns/" : "countdowns/") + told.id() + ".json");
        return Files.exists(file);
    }

    @Test
    void whatTheQuotaLeavesNoRoomForIsForgottenAndTold() {
        for (String id : List.of("a", "b", "c")) {
            begin(id, 0);
            awaitEnd(id);
        }
        Countdown running = begin("d", 1);
        jobs.close();
        start(new JobQuota(1, Duration.ofDays(1)));

        history.prune();

        assertThat(registry.all()).extracting(Countdown::id).containsExactly("c", running.id());
        assertThat(deleted).containsExactlyInAnyOrder("a", "b");
        jobs.close();
        clock = Clock.offset(clock, Duration.ofDays(2));
        start(new JobQuota(1, Duration.ofDays(1)));
        history.prune();
        assertThat(registry.all()).extracting(Countdown::id).containsExactly(running.id());
    }

    @Test
    void oneThatRunsIsNotDeletedAndAnUnknownOneIsNamed() {
        begin("a", 1);
        assertThatThrownBy(() -> history.delete("a"))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.ILLEGAL_STATE))
                .hasMessage("countdown a counts");
        assertThatThrownBy(() -> history.delete("b"))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.UNKNOWN_TRANSFER))
                .hasMessageContaining("GET /v1/countdowns");
    }

    @Test
    void aRecordThatIsNotUnderstoodIsNamedWithItsFile() throws Exception {
        jobs.close();
        Files.writeString(directory.resolve("countdowns/later.json"), "{\"id\":7,\"left\":{}}");
        start();
        assertThat(registry.unreadable()).containsExactly("later");
        assertThatThrownBy(() -> registry.get("later")).hasMessageContaining("countdowns/later.json");
    }

    @Test
    void aNewOneThatCannotBeStoredDoesNotExist() throws Exception {
        Files.delete(directory.resolve("countdowns"));
        assertThatThrownBy(() -> begin("a", 1)).isInstanceOf(ProblemException.class);
        assertThat(registry.find("a")).isEmpty();
    }

    @Test
    void whatItsWorkerLogsCarriesItsId() {
        begin("a", 0);
        awaitEnd("a");
        assertThat(logged).contains(Map.of("countdown", "a"));
    }
}
