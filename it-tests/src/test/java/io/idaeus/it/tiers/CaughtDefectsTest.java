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
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.idaeus.it.harness.process.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A {@code NullPointerException} is a defect. Caught, it would pass for something that happens. */
class CaughtDefectsTest {
    private final JavaClasses classes = ArchConfiguration.withThreadLocalScope(configuration -> {
        // The names of other classes are enough.
        configuration.setResolveMissingDependenciesFromClassPath(false);
        return new ClassFileImporter()
                .importPaths(Stream.of("api-spec", "sidecar-client", "sidecar-server", "it-tests", "it-tests/testing")
                        .flatMap(module -> Stream.of("target/classes", "target/test-classes")
                                .map(Workspace.module().getParent().resolve(module)::resolve))
                        .filter(Files::isDirectory)
                        .toArray(Path[]::new));
    });

    @Test
    void nobodyCatchesANullPointerException() {
        assertThat(classes.stream()
                        .flatMap(one -> one.getCodeUnits().stream())
                        .filter(CaughtDefectsTest::catchesIt)
                        .map(JavaCodeUnit::getFullName))
                .as("ask whether it is null")
                .isEmpty();
    }

    @Test
    void itLooksAtTheHarnessAndAtTheProduct() {
        assertThat(classes.stream().map(JavaClass::getName))
                .contains(
                        "io.idaeus.it.harness.cassandra.NodeJmx",
                        "io.idaeus.sidecar.Main",
                        getClass().getName());
    }

    private static boolean catchesIt(JavaCodeUnit unit) {
        return unit.getTryCatchBlocks().stream()
                .flatMap(block -> block.getCaughtThrowables().stream())
                .anyMatch(caught -> caught.isEquivalentTo(NullPointerException.class));
    }
}
