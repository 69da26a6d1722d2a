/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The directions of docs/design.md. When a rule stands in the way, change the design document first. */
@AnalyzeClasses(packages = "io.idaeus", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String ROOT = "io.idaeus.sidecar";

    /** What each package of the server may use of the others. */
    private static final Map<String, Set<String>> MAY_USE = new TreeMap<>(Map.ofEntries(
            Map.entry("problem", Set.of()),
            Map.entry("ring", Set.of()),
            Map.entry("wire", Set.of()),
            Map.entry("config", Set.of()),
            Map.entry("metrics", Set.of()),
            Map.entry("durable", Set.of()),
            Map.entry("store", Set.of("durable")),
            Map.entry("sstable", Set.of("ring")),
            Map.entry("security", Set.of("config", "problem")),
            Map.entry("cassandra", Set.of("problem", "ring")),
            Map.entry("planning", Set.of("sstable", "ring", "problem")),
            Map.entry("snapshot", Set.of("durable", "sstable", "ring", "cassandra", "store", "problem")),
            Map.entry("pagecache", Set.of()),
            Map.entry("throttle", Set.of()),
            Map.entry("limits", Set.of("cassandra", "problem", "store", "throttle")),
            Map.entry("serve", Set.of("security", "config", "problem", "throttle", "pagecache", "wire")),
            Map.entry("fetch", Set.of("durable", "security", "config", "problem", "throttle", "pagecache", "wire")),
            Map.entry("importing", Set.of("sstable", "cassandra", "problem")),
            Map.entry(
                    "transfer",
                    Set.of(
                            "durable",
                            "sstable",
                            "ring",
                            "planning",
                            "fetch",
                            "throttle",
                            "importing",
                            "cassandra",
                            "store",
                            "problem",
                            "security",
                            "snapshot",
                            "wire")),
            Map.entry(
                    "rest",
                    Set.of(
                            "sstable",
                            "ring",
                            "planning",
                            "importing",
                            "cassandra",
                            "problem",
                            "security",
                            "snapshot",
                            "transfer",
                            "limits",
                            "config",
                            "metrics"))));

    @ArchTest
    static void eachPackageUsesWhatTheDesignAllows(com.tngtech.archunit.core.domain.JavaClasses all) {
        MAY_USE.forEach((name, allowed) -> {
            Set<String> forbidden = new TreeSet<>(MAY_USE.keySet());
            forbidden.removeAll(allowed);
            forbidden.remove(name);
            String[] packages =
                    forbidden.stream().map(other -> ROOT + "." + other + "..").toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage(ROOT + "." + name + "..")
                    .should()
                    .dependOnClassesThat(resideInAnyPackage(packages).or(resideInAPackage(ROOT)))
                    .as(name + " uses only " + allowed)
                    .check(all);
        });
    }

    @ArchTest
    static void everyPackageIsInTheTable(com.tngtech.archunit.core.domain.JavaClasses all) {
        Set<String> packages = new TreeSet<>();
        all.forEach(one -> {
            if (one.getPackageName().startsWith(ROOT + ".")) {
                packages.add(one.getPackageName().substring(ROOT.length() + 1));
            }
        });
        assertThat(MAY_USE.keySet()).containsAll(packages);
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
    static final ArchRule onlyTransfersCallOtherSidecars = noClasses()
            .that(resideInAPackage(ROOT + "..")
                    .and(not(resideInAPackage(ROOT + ".transfer..")))
                    .and(not(resideInAPackage(ROOT))))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.idaeus.client..");

    @ArchTest
    static final ArchRule nettyIsForTheDataPlaneAndTls =
            only("io.netty..", ROOT + ".serve..", ROOT + ".fetch..", ROOT + ".security..", ROOT + ".wire..", ROOT);

    @ArchTest
    static final ArchRule theDriverIsBehindTheDoor = only("com.datastax..", ROOT + ".cassandra..");

    @ArchTest
    static final ArchRule jmxIsBehindTheDoor = only("javax.management..", ROOT + ".cassandra..");

    @ArchTest
    static final ArchRule micronautIsAtTheEdge = only("io.micronaut..", ROOT + ".rest..", ROOT + ".metrics..", ROOT);

    @ArchTest
    static final ArchRule micrometerIsForMeters = only("io.micrometer..", ROOT + ".metrics..", ROOT);

    @ArchTest
    static final ArchRule whatAnSstableIsKnowsOnlyTheJdk = classes()
            .that()
            .resideInAnyPackage(ROOT + ".sstable..", ROOT + ".ring..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "org.jspecify..", ROOT + ".sstable..", ROOT + ".ring..");

    @ArchTest
    static final ArchRule nothingIsNamedForWhatItIsNot = noClasses()
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

    @ArchTest
    static void theDesignDocumentHasARowForEachPackage(com.tngtech.archunit.core.domain.JavaClasses ignored)
            throws IOException {
        List<String> rows = Files.readAllLines(Path.of("../docs/design.md"));
        assertThat(MAY_USE.keySet())
                .allSatisfy(name -> assertThat(rows).anyMatch(row -> row.startsWith("| `" + name + "` |")));
    }

    private static ArchRule only(String library, String... packages) {

        return noClasses()
                .that(resideInAPackage(ROOT + "..").and(not(resideInAnyPackage(packages))))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .as("only " + String.join(", ", packages) + " use " + library);
    }
}
