/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.tiers;

import io.idaeus.it.harness.process.FileTrees;
import io.idaeus.it.harness.process.Workspace;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs the integration tests of one tier, and prints a line for each class. {@code mvn verify} starts it. System
 * properties: {@value TierSelection#TIER}, {@value TierSelection#TESTS}, {@code it.forks}, {@code it.results} (a directory) and
 * {@code idaeus.it.version}.
 *
 * <p>Below {@code it.results}, in {@code <tier>-<version>}, it leaves for each class what the class printed and its results as XML,
 * the seconds that each class took ({@code durations}), and {@code summary}.
 */
public final class TierRun {
    // Only a hang takes longer.
    private static final Duration BOUND = Duration.ofMinutes(75);

    private final Path directory;
    private final TierSelection selection;
    private final PrintStream out;
    private final ForkSchedule schedule;
    private final Fork[] forks;
    private final Map<String, ForkEvent.Done> results = new TreeMap<>();
    private final List<String> skipped = new ArrayList<>();
    private final List<String> broken = new ArrayList<>();
    private final AtomicBoolean ended = new AtomicBoolean();

    private TierRun(TierSelection selection, List<ForkSchedule.TestClass> classes, Path results, PrintStream out)
            throws IOException {
        int count = Math.max(1, Math.min(Integer.getInteger("it.forks", 2), classes.size()));
        this.selection = selection;
        this.out = out;
        directory = results.resolve(name(selection));
        schedule = new ForkSchedule(
                classes, Durations.read(Workspace.module().resolve("tiers").resolve("durations")), count);
        forks = new Fork[count];
    }

    private static String name(TierSelection selection) {
        return (selection.named().isEmpty() ? selection.tier().tag() : "named") + "-" + selection.version();
    }

    /** Exits with 1 where a test failed, and with 2 where no test could be run. The former leaves a file {@code failed}. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path results = Path.of(System.getProperty("it.results"));
        Path failed = results.resolve("failed");
        Files.deleteIfExists(failed);
        try {
            TierSelection selection = TierSelection.given();
            List<ForkSchedule.TestClass> classes = classes(selection);
            if (classes.isEmpty() && !selection.named().isEmpty()) {
                // Another module may have them.
                System.out.printf(
                        "%s has no integration test that is named %s%n",
                        Workspace.module().getFileName(), String.join(", ", selection.named()));
            }
            if (!classes.isEmpty() && !new TierRun(selection, classes, results, System.out).run()) {
                Files.createFile(failed);
                System.exit(1);
            }
        } catch (RuntimeException e) {
            System.err.println("idaeus: " + e.getMessage());
            System.exit(2);
        }
        System.exit(0);
    }

    /** @throws IllegalStateException where a test has no tier, or two */
    private static List<ForkSchedule.TestClass> classes(TierSelection selection) {
        var everything = DiscoverySelectors.selectPackage("io.idaeus.it");
        var launcher = LauncherFactory.create();
        checkTiers(launcher.discover(TierSelection.everything(everything)));
        TestPlan plan = launcher.discover(selection.request(List.of(everything)));
        return plan.getRoots().stream()
                .flatMap(root -> plan.getChildren(root).stream())
                .map(TierRun::typeOf)
                .flatMap(Optional::stream)
                .distinct()
                .map(type -> new ForkSchedule.TestClass(type.getName(), sharesNodes(type)))
                .toList();
    }

    private static void checkTiers(TestPlan plan) {
        List<String> wrong = new ArrayList<>();
        for (TestIdentifier root : plan.getRoots()) {
            for (TestIdentifier test : plan.getDescendants(root)) {
                Set<Tier> tiers =
                        Tier.among(test.getTags().stream().map(TestTag::getName).toList());
                if (test.getSource().filter(MethodSource.class::isInstance).isPresent() && tiers.size() != 1) {
                    wrong.add(((MethodSource) test.getSource().orElseThrow()).getClassName() + " "
                            + test.getDisplayName() + ": " + tiers);
                }
            }
        }
        if (!wrong.isEmpty()) {
            throw new IllegalStateException("each test needs the tag of one tier (%s); found %s"
                    .formatted(
                            Arrays.stream(Tier.values()).map(Tier::tag).collect(Collectors.joining(", ")),
                            String.join("; ", wrong)));
        }
    }

    private static Optional<Class<?>> typeOf(TestIdentifier container) {
        return container.getSource().filter(ClassSource.class::isInstance).map(source -> ((ClassSource) source)
                .getJavaClass());
    }

    private static boolean sharesNodes(Class<?> type) {
        for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (field.getType().isAnnotationPresent(KeptInFork.class)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean run() throws IOException, InterruptedException {
        FileTrees.deleteAllBut(directory, List.of());
        Files.createDirectories(directory);
        out.printf(
                "%s on Cassandra %s: %d classes, %d forks, about %s%n",
                selection.tier().tag(), selection.version(), schedule.size(), forks.length, shown(schedule.left()));
        long began = System.nanoTime();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < forks.length; i++) {
            int fork = i;
            threads.add(new Thread(() -> runFork(fork), "fork-" + fork));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join(Math.max(1, BOUND.toMillis() - (System.nanoTime() - began) / 1_000_000));
        }
        if (threads.stream().anyMatch(Thread::isAlive)) {
            ended.set(true);
            broken.add("after %s these still ran: %s".formatted(shown(BOUND), schedule.running()));
            for (Fork fork : forks) {
                if (fork != null) {
                    fork.kill();
                }
            }
        }
        return report(Duration.ofNanos(System.nanoTime() - began));
    }

    private void runFork(int number) {
        try {
            ForkSchedule.TestClass test = next(number);
            while (test != null) {
                try (Fork fork = Fork.start(directory)) {
                    forks[number] = fork;
                    while (test != null && run(fork, test)) {
                        test = next(number);
                    }
                }
                test = test == null ? null : next(number);
            }
        } catch (IOException e) {
            broken("fork " + number + " cannot be started or told what to run: " + e);
        }
    }

    private synchronized ForkSchedule.@Nullable TestClass next(int fork) {
        return ended.get() ? null : schedule.next(fork);
    }

    /** @return false where the fork has died */
    private boolean run(Fork fork, ForkSchedule.TestClass test) throws IOException {
        fork.run(test);
        while (true) {
            Optional<ForkEvent> event = fork.next();
            if (event.isEmpty()) {
                dead(test);
                return false;
            }
            if (event.get() instanceof ForkEvent.Done done) {
                done(test, done);
                return true;
            }
            tell(test, event.get());
        }
    }

    private synchronized void broken(String what) {
        broken.add(what);
    }

    private synchronized void dead(ForkSchedule.TestClass test) {
        schedule.ended(test);
        if (!ended.get()) {
            broken.add("the JVM that ran " + test.simpleName() + " ended; what it printed: "
                    + directory.resolve(test.simpleName()).resolve("output.log"));
            out.println(broken.get(broken.size() - 1));
        }
    }

    private synchronized void tell(ForkSchedule.TestClass test, ForkEvent event) {
        if (event instanceof ForkEvent.Failed failed) {
            out.printf("FAILED %s %s%n%s%n", test.simpleName(), failed.test(), indented(failed.detail()));
        } else if (event instanceof ForkEvent.Skipped one) {
            skipped.add("%s %s: %s"
                    .formatted(
                            test.simpleName(),
                            one.test(),
                            one.reason().lines().findFirst().orElse("")));
        }
    }

    private synchronized void done(ForkSchedule.TestClass test, ForkEvent.Done done) {
        schedule.ended(test);
        results.put(test.simpleName(), done);
        String notAll = (done.failed() == 0 ? "" : ", " + done.failed() + " FAILED")
                + (done.skipped() == 0 ? "" : ", " + done.skipped() + " skipped");
        out.printf(
                "%3d/%d %-28s %3d passed%s, %d s%s%n",
                schedule.done(),
                schedule.size(),
                test.simpleName(),
                done.passed(),
                notAll,
                Math.round(done.millis() / 1000.0),
                schedule.running().isEmpty()
                        ? ""
                        : "; now %s; about %s left"
                                .formatted(String.join(", ", schedule.running()), shown(schedule.left())));
    }

    private synchronized boolean report(Duration took) throws IOException {
        int passed = results.values().stream().mapToInt(ForkEvent.Done::passed).sum();
        int failed = results.values().stream().mapToInt(ForkEvent.Done::failed).sum();
        int starts = results.values().stream().mapToInt(ForkEvent.Done::starts).sum();
        skipped.forEach(one -> out.println("skipped " + one));
        broken.forEach(one -> out.println("BROKEN " + one));
        out.printf(
                "%s on Cassandra %s took %s and started Cassandra %d times%n",
                selection.tier().tag(), selection.version(), shown(took), starts);
        out.printf(
                "%s: %d passed, %d failed, %d skipped%n",
                name(selection), passed, failed + broken.size(), skipped.size());
        List<String> lines = new ArrayList<>();
        results.forEach((name, done) -> lines.add("%7.1f %s".formatted(done.millis() / 1000.0, name)));
        Files.write(directory.resolve("durations"), lines);
        Files.write(
                directory.resolve("summary"),
                List.of("starts=" + starts, "seconds=" + took.toSeconds(), "broken=" + broken.size()));
        return failed == 0 && broken.isEmpty();
    }

    private static String indented(String text) {
        return text.lines().limit(30).map(line -> "    " + line).collect(Collectors.joining("\n"));
    }

    private static String shown(Duration time) {
        return time.toSeconds() < 90 ? time.toSeconds() + " s" : Math.round(time.toSeconds() / 60.0) + " min";
    }
}
