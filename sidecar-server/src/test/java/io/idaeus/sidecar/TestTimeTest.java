/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.properties.HasAnnotations;
import com.tngtech.archunit.core.importer.ImportOption.OnlyIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;

/**
 * Only tests tagged {@code timing} sleep, or look at the machine's clock: others fail on a busy machine. What another
 * thread is about to do is awaited by {@link Await}, and time is that of a clock of the test. {@code System::nanoTime},
 * given to what is tested, is no call.
 */
@AnalyzeClasses(packages = "io.idaeus", importOptions = OnlyIncludeTests.class)
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
            "io.idaeus.sidecar.sstable.SstableFuzzTest", "so is the limit of each damaged file");

    @ArchTest
    static void onlyTestsOfTimeUseTheMachinesClock(JavaClasses all) {
        assertThat(all.stream()
                        .filter(one -> !EXCEPTIONS.containsKey(one.getName()))
                        .flatMap(one -> one.getMethodCallsFromSelf().stream())
                        .filter(call -> isOfTime(call) && !isTimed(call.getOrigin()))
                        .map(JavaMethodCall::getDescription))
                .as("tag it timing, or use Await or a clock of the test")
                .isEmpty();
    }

    @ArchTest
    static void eachExceptionIsNeeded(JavaClasses all) {
        assertThat(EXCEPTIONS.keySet())
                .allSatisfy(name ->
                        assertThat(all.get(name).getMethodCallsFromSelf()).anyMatch(TestTimeTest::isOfTime));
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
