/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.comparison.ComparedTable;
import io.idaeus.api.comparison.Comparison;
import io.idaeus.api.comparison.ComparisonRequest;
import io.idaeus.api.comparison.ComparisonResult;
import io.idaeus.api.comparison.ComparisonState;
import io.idaeus.api.comparison.DifferingRow;
import io.idaeus.api.keyspace.TablePattern;
import io.idaeus.api.rows.RowLevel;
import io.idaeus.api.rows.RowVerdict;
import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.cassandra.schema.KeyspacePolicy;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.compare.MemorySide;
import io.idaeus.sidecar.compare.cluster.ClusterPairs;
import io.idaeus.sidecar.compare.cluster.FakeCluster;
import io.idaeus.sidecar.job.JobQuota;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.rows.RowId;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
class ComparisonServiceTest {
    private static final int ROWS = 600;

    @TempDir
    Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final FakeCluster here = new FakeCluster("production", 62, 2);
    private final FakeCluster there = new FakeCluster("copy", 63, 3);
    private ComparisonService service;

    @BeforeEach
    void start() {
        open();
        service.start();
    }

    private void open() {
        open(Clock.systemUTC());
    }

    private void open(Clock clock) {
        service = ComparisonService.open(
                directory,
                new ClusterPairs(here.directory(threads)),
                KeyspacePolicy.allUsers(),
                clock,
                new JobQuota(3, Duration.ofDays(1)),
                AuditLog.none());
    }

    @AfterEach
    void stop() {
        service.close();
        here.close();
        there.close();
        threads.shutdownNow();
    }

    private static RowId id(int number) {
        return MemorySide.id(Long.MIN_VALUE + (number + 1) * (Long.MAX_VALUE / (ROWS / 2 + 1)), number, number);
    }

    private void fill(String table) {
        for (int i = 0; i < ROWS; i++) {
            here.table(table).put(id(i), i, 5);
            there.table(table).put(id(i), i, 5);
        }
    }

    private ComparisonRequest request(String... tables) {
        return new ComparisonRequest(there.uri(), List.of(tables), null, null, null, null);
    }

    private Comparison create(ComparisonRequest request) {
        return service.create(request, keyspace -> {}, "alice", () -> false);
    }

    private Comparison ended(String id) {
        return Await.first(
                "the end of " + id, () -> service.get(id), each -> each.state().isFinal());
    }

    private Comparison compared(ComparisonRequest request) {
        return ended(create(request).id());
    }

    private static ComparedTable only(Comparison comparison) {
        assertThat(comparison.tables()).hasSize(1);
        return comparison.tables().get(0);
    }

    @Test
    void copiesThatAreTheSameAreSaidToBe() {
        fill("users");
        here.table("empty");
        there.table("empty");

        Comparison comparison = compared(request("shop.*"));

        assertThat(comparison.result()).isEqualTo(ComparisonResult.SAME);
        assertThat(comparison.state()).isEqualTo(ComparisonState.COMPLETED);
        assertThat(comparison.here()).isEqualTo("production");
        assertThat(comparison.there()).isEqualTo("copy");
        assertThat(comparison.requestedBy()).isEqualTo("alice");
        assertThat(comparison.share()).isEqualTo(1);
        assertThat(comparison.rowsHere()).isEqualTo(ROWS);
        assertThat(comparison.rowsThere()).isEqualTo(ROWS);
        assertThat(comparison.tables()).extracting(ComparedTable::table).containsExactly("empty", "users");
        assertThat(service.list()).singleElement().satisfies(each -> assertThat(each.tables())
                .isNull());
    }

    /** Its step may have been killed before it knew the comparison. */
    @Test
    void aPlanThatAsksAgainGetsTheSameComparison() {
        fill("users");
        ComparisonsOfPlans plans = new ComparisonsOfPlans(service);
        Instant before = Instant.now();

        Comparison begun = plans.begin(request("shop.users"), before, "alice", () -> false);
        Comparison again = plans.begin(request("shop.users"), before, "alice", () -> false);
        Comparison other = plans.begin(request("shop.*"), before, "alice", () -> false);
        Comparison later = plans.begin(
                request("shop.users"), ended(begun.id()).finishedAt().plusMillis(1), "alice", () -> false);

        assertThat(again.id()).isEqualTo(begun.id());
        assertThat(other.id()).isNotEqualTo(begun.id());
        assertThat(later.id()).isNotEqualTo(begun.id());
        assertThat(plans.find(begun.id())).map(Comparison::requestedBy).contains("alice");
        plans.pause(begun.id());
        plans.cancel(begun.id());
        assertThat(ended(begun.id()).state()).isEqualTo(ComparisonState.COMPLETED);
        plans.resume("none");
        plans.delete("none");
        plans.delete(begun.id());
        assertThat(plans.find(begun.id())).isEmpty();
        assertThat(plans.find("none")).isEmpty();
    }

    /** However few may stay on record. */
    @Test
    void whatAPlanAsksForStaysOnRecord() {
        fill("users");
        String kept = compared(request("shop.users")).id();
        service.keepForPlans(kept::equals);
        List<String> others = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            others.add(compared(request("shop.users")).id());
        }

        Await.first("the first of the others is gone", () -> service.find(others.get(0)), Optional::isEmpty);
        assertThat(service.find(kept)).isPresent();
    }

    @Test
    void eachDifferenceIsCountedAndNamed() {
        fill("users");
        there.table("users").remove(id(7));
        here.table("users").remove(id(300));
        there.table("users").put(id(301), -1, 4);
        there.table("users").put(id(599), -1, 6);

        Comparison comparison = compared(request("shop.users"));

        assertThat(comparison.result()).isEqualTo(ComparisonResult.DIFFERENT);
        assertThat(only(comparison).differences())
                .isEqualTo(Map.of(
                        RowVerdict.MISSING, 1L, RowVerdict.EXTRA, 1L, RowVerdict.OLDER, 1L, RowVerdict.NEWER, 1L));
        assertThat(service.rows(comparison.id(), new TableName("shop", "users")))
                .filteredOn(row -> row.verdict() == RowVerdict.OLDER)
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.token()).isEqualTo(String.valueOf(id(301).token()));
                    assertThat(row.columns()).containsExactly("v");
                    assertThat(row.writtenHere()).isEqualTo("5");
                    assertThat(row.writtenThere()).isEqualTo("4");
                });
    }

    @Test
    void manyDifferencesAreCountedAndTheFirstKept() {
        fill("users");
        there.drop("users");
        there.table("users");

        Comparison comparison = compared(request("shop.users"));

        assertThat(only(comparison).differences()).isEqualTo(Map.of(RowVerdict.MISSING, (long) ROWS));
        assertThat(service.rows(comparison.id(), new TableName("shop", "users")))
                .hasSize(100);
    }

    @Test
    void aTableOfOneClusterAloneIsADifference() {
        fill("users");
        here.table("ours");
        there.table("theirs");

        Comparison comparison = compared(request("shop.*"));

        assertThat(comparison.result()).isEqualTo(ComparisonResult.DIFFERENT);
        assertThat(comparison.tables())
                .extracting(ComparedTable::notComparable)
                .containsExactly("there is no such table in copy", "there is no such table in production", null);
    }

    @Test
    void whatCannotBeReadIsNamedAndTheRestCompared() {
        fill("users");
        there.table("users").cannotRead(id(10).token());

        Comparison comparison = compared(request("shop.users"));

        assertThat(comparison.result()).isEqualTo(ComparisonResult.INCOMPLETE);
        assertThat(only(comparison).unreadRanges()).isEqualTo(1);
        assertThat(only(comparison).unread()).singleElement().satisfies(range -> assertThat(range.reason())
                .contains("too many tombstones"));
        assertThat(only(comparison).rowsHere()).isGreaterThan(ROWS / 2);
    }

    @Test
    void onlyARangeIsCompared() {
        fill("users");
        there.table("users").remove(id(10));
        there.table("users").remove(id(500));
        String around = id(499).token() + ":" + id(10).token();

        Comparison comparison =
                compared(new ComparisonRequest(there.uri(), List.of("shop.users"), around, null, null, null));

        assertThat(only(comparison).rowsHere()).isEqualTo(ROWS - 500 + 11);
        assertThat(only(comparison).differences()).isEqualTo(Map.of(RowVerdict.MISSING, 2L));
    }

    // So that each step is stored.
    private static final class JumpingClock extends Clock {
        private final AtomicLong seconds = new AtomicLong(Instant.now().getEpochSecond());

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return Instant.ofEpochSecond(seconds.addAndGet(6));
        }
    }

    /** The findings before a restart are stored with the progress, and counted once. */
    @Test
    void aComparisonGoesOnAfterARestart() {
        for (String table : List.of("a", "b", "c", "d")) {
            fill(table);
            there.table(table).remove(id(3));
            there.table(table).remove(id(400));
        }
        Semaphore permits = new Semaphore(0);
        there.beforeRead(table -> {
            if (!permits.tryAcquire()) {
                throw new ProblemException(ProblemType.CASSANDRA_UNAVAILABLE, "no permit");
            }
        });
        service.close();
        Clock clock = new JumpingClock();
        open(clock);
        service.start();
        // At this rate one thread reads.
        String id = create(new ComparisonRequest(there.uri(), List.of("shop.*"), null, null, null, 65_536L))
                .id();
        List<Double> shares = new ArrayList<>();
        for (int restarts = 0; restarts < 100 && !service.get(id).state().isFinal(); restarts++) {
            permits.release(40);
            Await.until(
                    "it waits for permits, or has ended",
                    () -> service.get(id).state().isFinal()
                            || (permits.availablePermits() == 0
                                    && service.get(id).waiting() != null));
            service.close();
            open(clock);
            shares.add(service.get(id).share());
            service.start();
        }

        Comparison comparison = ended(id);

        assertThat(shares)
                .isSorted()
                .filteredOn(share -> share > 0 && share < 1)
                .hasSizeGreaterThan(1);
        assertThat(comparison.tables()).hasSize(4).allSatisfy(table -> {
            assertThat(table.differences()).isEqualTo(Map.of(RowVerdict.MISSING, 2L));
            assertThat(table.rowsHere()).isEqualTo(ROWS);
            assertThat(table.rowsThere()).isEqualTo(ROWS - 2);
        });
    }

    @Test
    void itWaitsForAClusterThatIsDownAndSaysSo() {
        fill("users");
        CountDownLatch down = new CountDownLatch(1);
        here.beforeRead(table -> await(down));
        String id = create(request("shop.users")).id();
        List.of(0, 1, 2).forEach(there::stop);
        down.countDown();

        Comparison waiting = Await.first("it waits", () -> service.get(id), each -> each.waiting() != null);
        assertThat(waiting.state()).isEqualTo(ComparisonState.RUNNING);
        assertThat(waiting.waiting().remedy())
                .startsWith("check that the sidecars and Cassandra nodes of both clusters are running");
        List.of(0, 1, 2).forEach(there::start);

        assertThat(ended(id).result()).isEqualTo(ComparisonResult.SAME);
        assertThat(service.get(id).waiting()).isNull();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void everythingIsReadAtOneAndWhatDiffersAtTheLevelOfTheRequest() {
        fill("users");
        there.table("users").remove(id(7));

        compared(new ComparisonRequest(there.uri(), List.of("shop.users"), null, RowLevel.ALL, null, 65_536L));
        compared(request("shop.users"));

        assertThat(there.scans()).containsExactlyInAnyOrder("LOCAL_ONE 65536", "LOCAL_ONE null");
        assertThat(there.lookups()).containsExactlyInAnyOrder(RowLevel.ALL, RowLevel.LOCAL_QUORUM);
    }

    @Test
    void aTableThatIsAlteredMeanwhileIsNotSaidToBeTheSame() {
        fill("users");
        there.beforeRead(table -> there.alter());

        Comparison comparison = compared(request("shop.users"));

        assertThat(comparison.result()).isEqualTo(ComparisonResult.INCOMPLETE);
        assertThat(only(comparison).notComparable())
                .isEqualTo("its definition was changed while it was compared; compare it once more");
    }

    @Test
    void aPausedComparisonReadsNothingUntilItIsResumed() {
        fill("users");
        String id = paused();
        int before = Math.toIntExact(Await.settled("reads", () -> there.reads(0) + there.reads(1) + there.reads(2)));
        service.close();
        open();
        service.start();
        assertThat(service.get(id).state()).isEqualTo(ComparisonState.PAUSED);
        assertThat(there.reads(0) + there.reads(1) + there.reads(2)).isEqualTo(before);

        service.resume(id);

        assertThat(ended(id).result()).isEqualTo(ComparisonResult.SAME);
    }

    // Before its first read has an answer.
    private String paused() {
        CountDownLatch latch = new CountDownLatch(1);
        here.beforeRead(table -> await(latch));
        String id = create(request("shop.users")).id();
        Await.until("it reads", () -> here.reads(0) + here.reads(1) > 0);
        assertThat(service.pause(id).state()).isEqualTo(ComparisonState.PAUSED);
        assertThat(service.pause(id).state()).isEqualTo(ComparisonState.PAUSED);
        latch.countDown();
        here.beforeRead(table -> {});
        return id;
    }

    @Test
    void aCancelledOneHasEndedAndCanBeDeleted() {
        fill("users");
        String id = paused();
        assertThatThrownBy(() -> service.delete(id)).hasMessageContaining("is PAUSED (expected: one that has ended)");

        assertThat(service.cancel(id).state()).isEqualTo(ComparisonState.CANCELLED);
        assertThat(service.cancel(id).state()).isEqualTo(ComparisonState.CANCELLED);
        assertThatThrownBy(() -> service.resume(id)).hasMessageContaining("is CANCELLED");
        assertThatThrownBy(() -> service.pause(id)).hasMessageContaining("is CANCELLED");

        service.delete(id);
        assertThatThrownBy(() -> service.get(id))
                .isInstanceOfSatisfying(ProblemException.class, problem -> assertThat(problem.type())
                        .isEqualTo(ProblemType.UNKNOWN_COMPARISON));
    }

    @Test
    void aTableThatIsDroppedMeanwhileIsNotComparableAndTheOthersAre() {
        fill("a");
        fill("b");
        AtomicInteger reads = new AtomicInteger();
        there.beforeRead(table -> {
            if (table.equals("a") && reads.incrementAndGet() == 2) {
                there.drop("a");
            }
        });

        Comparison comparison = compared(request("shop.*"));

        assertThat(comparison.result()).isEqualTo(ComparisonResult.INCOMPLETE);
        assertThat(comparison.tables().get(0).notComparable()).contains("no table a");
        assertThat(comparison.tables().get(1).differences()).isEmpty();
        assertThat(comparison.tables().get(1).rowsHere()).isEqualTo(ROWS);
    }

    @Test
    void aLieEndsIt() {
        fill("users");
        there.lies(page -> List.of());

        Comparison comparison = compared(request("shop.users"));

        assertThat(comparison.state()).isEqualTo(ComparisonState.FAILED);
        assertThat(comparison.error()).isNotBlank();
        assertThat(comparison.result()).isNull();
    }

    /** An error of the virtual machine, too, ends with the record of it. */
    @Test
    void aThreadThatEndsByAnErrorEndsTheComparison() {
        fill("users");
        service.close();
        AtomicInteger failures = new AtomicInteger();
        Clock failing = new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                if (Thread.currentThread().getName().startsWith("comparison-part") && failures.getAndIncrement() == 0) {
                    throw new StackOverflowError();
                }
                return Instant.now();
            }
        };
        open(failing);
        service.start();

        Comparison comparison = compared(request("shop.users"));

        assertThat(comparison.state()).isEqualTo(ComparisonState.FAILED);
        assertThat(comparison.error()).startsWith("this is a defect of the sidecar");
    }

    @ParameterizedTest
    @CsvSource({
        "*, users, true",
        "us*s, users, true",
        "u?ers, users, true",
        "*e*, users, true",
        "users*, users, true",
        "user, users, false",
        "users?, users, false",
        "s*, users, false",
        "'', users, false",
        "*a*b, xaxbxab, true",
    })
    void patternsMatchWholeNames(String pattern, String name, boolean matches) {
        assertThat(TablePattern.matches(pattern, name)).isEqualTo(matches);
    }

    /** As a regular expression it would take for ever. */
    @Test
    void aPatternOfManyAsterisksIsDecidedAtOnce() {
        assertThat(TablePattern.matches("*a".repeat(100) + "Q", "a".repeat(200)))
                .isFalse();
    }

    @Test
    void onlyTheNewestThatEndedAreKept() {
        fill("users");
        for (int i = 0; i < 5; i++) {
            compared(request("shop.users"));
        }
        Await.until("the oldest are gone", () -> service.list().size() == 3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "shop.nothing | | | UNPROCESSABLE | \"shop.nothing\" matches no table of either cluster",
                "other.* | | | UNPROCESSABLE | matches no table",
                "users | | | INVALID_REQUEST | tables: \"users\"",
                "shop.users | 5 | | INVALID_RANGE | range: ",
                "shop.users | 1:x | | INVALID_RANGE | range: ",
                "shop.users | 9223372036854775807:-9223372036854775808 | | INVALID_RANGE | has no token",
                "shop.users | | 5 | INVALID_REQUEST | maxRate: 5",
            })
    void whatCannotBeComparedIsRefused(
            String table, @Nullable String range, @Nullable Long rate, ProblemType type, String message) {
        fill("users");

        assertRefused(new ComparisonRequest(there.uri(), List.of(table), range, null, null, rate), type, message);
    }

    private void assertRefused(ComparisonRequest request, ProblemType type, String message) {
        assertThatThrownBy(() -> create(request))
                .isInstanceOfSatisfying(ProblemException.class, problem -> assertThat(problem.type())
                        .isEqualTo(type))
                .hasMessageContaining(message);
        assertThat(service.list()).isEmpty();
    }

    @Test
    void aClusterIsNotComparedWithItself() {
        fill("users");

        assertRefused(
                new ComparisonRequest(here.uri(), List.of("shop.users"), null, null, null, null),
                ProblemType.UNPROCESSABLE,
                "is a sidecar of this cluster, production (expected: one of another cluster)");
    }

    @Test
    void aTimeThatIsStillToComeIsRefused() {
        assertRefused(
                new ComparisonRequest(
                        there.uri(),
                        List.of("shop.users"),
                        null,
                        null,
                        Instant.now().plusSeconds(60).toString(),
                        null),
                ProblemType.UNPROCESSABLE,
                "(expected: a time that has passed; it is ");
    }

    @Test
    void aDayThatTheCalendarDoesNotHaveIsRefused() {
        assertRefused(
                new ComparisonRequest(there.uri(), List.of("shop.users"), null, null, "2026-02-30T00:00:00Z", null),
                ProblemType.UNPROCESSABLE,
                "asOf: 2026-02-30T00:00:00Z (expected: a time that has passed; it is ");
    }

    @Test
    void sidecarsThatReadNoRowsAreNamed() {
        fill("users");
        there.readsNoRows();

        assertRefused(
                request("shop.users"),
                ProblemType.ILLEGAL_STATE,
                there.uri() + " reads no rows (expected: cassandra.rows.read: true");
    }

    @Test
    void whoMayNotCompareAKeyspaceStartsNothing() {
        fill("users");

        assertThatThrownBy(() -> service.create(
                        request("shop.*"),
                        keyspace -> {
                            throw new ProblemException(ProblemType.FORBIDDEN, "not " + keyspace);
                        },
                        null,
                        () -> false))
                .hasMessage("not shop");
        assertThat(service.list()).isEmpty();
    }

    @Test
    void rowsOfATableThatIsNotComparedAreUnknown() {
        fill("users");
        String id = compared(request("shop.users")).id();

        assertThatThrownBy(() -> service.rows(id, new TableName("shop", "other")))
                .hasMessageContaining("has no table shop.other");
        assertThat(service.rows(id, new TableName("shop", "users")))
                .extracting(DifferingRow::key)
                .isEmpty();
    }
}
