/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.tiers;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.properties.HasAnnotations;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.idaeus.it.harness.process.Workspace;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Only tests tagged {@code timing} sleep, or look at the machine's clock: others fail on a busy machine. What another
 * thread is about to do is awaited, and time is that of a clock of the test. {@code System::nanoTime}, given to what is
 * tested, is no call.
 */
class TestTimeTest {
    private static final String TIMING = "timing";

    private static final Map<String, Set<String>> CALLS = Map.of(
            Thread.class.getName(),
            Set.of("sleep"),
            TimeUnit.class.getName(),
            Set.of("sleep"),
            LockSupport.class.getName(),
            Set.of("parkNanos", "parkUntil"),
            System.class.getName(),
            Set.of("nanoTime", "currentTimeMillis"));

    /** Classes that may, each with its reason. */
    private static final Map<String, String> EXCEPTIONS = Map.of(
            "io.idaeus.sidecar.Await", "its limit is so high that only a hang reaches it",
            "io.idaeus.sidecar.sstable.SstableFuzzTest", "so is the limit of each damaged file",
            "io.idaeus.it.CassandraOutage", "so is its limit, but for its subclass of the tier timing",
            "io.idaeus.it.Forwarder", "a network that is slow",
            "io.idaeus.it.ui.Browser", "lets the page finish a drawing before it takes a picture for people",
            "io.idaeus.it.containers.ContainersIT", "Docker gives a container ten seconds to stop",
            "io.idaeus.it.bench.ListingBenchmark", "a benchmark");

    private final JavaClasses tests = ArchConfiguration.withThreadLocalScope(configuration -> {
        // The names of other classes are enough.
        configuration.setResolveMissingDependenciesFromClassPath(false);
        return new ClassFileImporter()
                .importPaths(Stream.of("api-spec", "sidecar-client", "sidecar-server", "it-tests")
                        .map(module ->
                                Workspace.module().getParent().resolve(module).resolve("target/test-classes"))
                        .toArray(Path[]::new));
    });

    @Test
    void onlyTestsOfTimeUseTheMachinesClock() {
        assertThat(tests.stream()
                        .filter(one -> !EXCEPTIONS.containsKey(one.getName()))
                        .flatMap(one -> one.getMethodCallsFromSelf().stream())
                        .filter(call -> isOfTime(call) && !isTimed(call.getOrigin()))
                        .map(JavaMethodCall::getDescription))
                .as("tag it timing, or use Await or a clock of the test")
                .isEmpty();
    }

    @Test
    void eachExceptionIsNeeded() {
        assertThat(EXCEPTIONS.keySet())
                .allSatisfy(name ->
                        assertThat(tests.get(name).getMethodCallsFromSelf()).anyMatch(TestTimeTest::isOfTime));
    }

    private static boolean isOfTime(JavaMethodCall call) {
        return CALLS.getOrDefault(call.getTargetOwner().getName(), Set.of()).contains(call.getName());
    }

    /** Calls in a lambda are those of the method around it. */
    private static boolean isTimed(JavaCodeUnit unit) {
        if (isTagged(unit)) {
            return true;
        }
        Optional<JavaClass> one = Optional.of(unit.getOwner());
        while (one.isPresent() && !isTagged(one.get())) {
            one = one.get().getEnclosingClass();
        }
        return one.isPresent();
    }

    private static boolean isTagged(HasAnnotations<?> part) {
        return part.tryGetAnnotationOfType(Tag.class)
                .filter(tag -> tag.value().equals(TIMING))
                .isPresent();
    }
}
