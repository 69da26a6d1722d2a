/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static io.idaeus.sidecar.DesignTable.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.Source;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.CopyOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Holds the code to the tables of docs/packages.md and docs/packages-jobs.md. To change a direction, change its row there. */
@AnalyzeClasses(packages = "io.idaeus", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static void eachPackageUsesExactlyWhatItsRowAllows(JavaClasses all) throws IOException {
        DesignTable table = DesignTable.read(Path.of("../docs/packages.md"), Path.of("../docs/packages-jobs.md"));
        Map<String, Set<String>> used = new TreeMap<>();
        for (JavaClass one : all) {
            if ((one.getPackageName() + ".").startsWith(ROOT + ".")) {
                Set<String> uses = used.computeIfAbsent(table.nameOf(one.getPackageName()), name -> new TreeSet<>());
                one.getDirectDependenciesFromSelf().stream()
                        .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                        .filter(target -> !target.isPrimitive())
                        .forEach(target -> uses.add(table.nameOf(target.getPackageName())));
            }
        }
        assertThat(table.violations(used)).isEmpty();
    }

    @ArchTest
    static void noPackageHasMoreThanThirtyFiles(JavaClasses all) {
        Map<String, Set<String>> files = new TreeMap<>();
        for (JavaClass one : all) {
            boolean counted = (one.getPackageName() + ".").startsWith(ROOT + ".")
                    && !one.getSimpleName().equals("package-info");
            // Generated builders have no file of their own in the tree.
            one.getSource()
                    .flatMap(Source::getFileName)
                    .filter(name -> counted && !name.endsWith("Builder.java"))
                    .ifPresent(name -> files.computeIfAbsent(one.getPackageName(), key -> new TreeSet<>())
                            .add(name));
        }
        assertThat(files).isNotEmpty();
        assertThat(files).allSatisfy((name, found) -> assertThat(found).hasSizeLessThanOrEqualTo(30));
    }

    @ArchTest
    static final ArchRule nothingDependsInACircle =
            slices().matching("io.idaeus.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule theServerIsBuiltOnTheClientAndTheClientOnTheApi = noClasses()
            .that()
            .resideInAnyPackage("io.idaeus.api..", "io.idaeus.client..", "io.idaeus.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ROOT + "..");

    @ArchTest
    static final ArchRule digestsAreMadeInOnePlace = noClasses()
            .that()
            .resideInAPackage(ROOT + "..")
            .and()
            .resideOutsideOfPackage(ROOT + ".checksum")
            .should()
            .callMethod(MessageDigest.class, "getInstance", String.class);

    @ArchTest
    static final ArchRule daemonThreadsAreMadeInOnePlace = noClasses()
            .that()
            .resideInAPackage(ROOT + "..")
            .and()
            .resideOutsideOfPackage(ROOT + ".thread")
            .should()
            .callMethod(Thread.class, "setDaemon", boolean.class);

    @ArchTest
    static final ArchRule filesAreRenamedInOnePlace = noClasses()
            .that()
            .resideInAPackage(ROOT + "..")
            .and()
            .resideOutsideOfPackage(ROOT + ".durable")
            .should()
            .accessField(StandardCopyOption.class, "ATOMIC_MOVE")
            .orShould()
            .callMethod(Files.class, "move", Path.class, Path.class, CopyOption[].class);

    @ArchTest
    static final ArchRule theLibraryOfTheSystemIsBoundInOnePlace = noClasses()
            .that()
            .resideInAPackage(ROOT + "..")
            .and()
            .resideOutsideOfPackage(ROOT + ".linux")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("jnr.ffi.LibraryLoader");

    @ArchTest
    static final ArchRule noNameIsAFillWord = noClasses()
            .that()
            .resideInAPackage("io.idaeus..")
            .should()
            .haveSimpleNameEndingWith("Manager")
            .orShould()
            .haveSimpleNameEndingWith("Helper")
            .orShould()
            .haveSimpleNameEndingWith("Util")
            .orShould()
            .haveSimpleNameEndingWith("Utils")
            .orShould()
            .haveSimpleNameEndingWith("Impl");
}
