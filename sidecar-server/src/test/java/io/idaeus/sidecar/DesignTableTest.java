/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DesignTableTest {
    private static final List<String> LINES = List.of(
            "| package | holds | may use |",
            "|---|---|---|",
            "| `ring` | tokens. Pure | |",
            "| `fetch` | jobs | `fetch.file`, Netty |",
            "| `fetch.file` | files | |",
            "| `io.idaeus.sidecar` | `Main` | all packages, JMX |",
            "",
            "| library | Java packages |",
            "|---|---|",
            "| JDK | `java`, `org.jspecify` |",
            "| SLF4J | `org.slf4j` |",
            "| JMX | `javax.management`, `java.rmi` |",
            "| Netty | `io.netty` |");

    private static final Map<String, Set<String>> USED = Map.of(
            "ring", Set.of("JDK"),
            "fetch", Set.of("JDK", "SLF4J", "fetch.file", "Netty", "fetch"),
            "fetch.file", Set.of("SLF4J"),
            "io.idaeus.sidecar", Set.of("fetch", "ring", "JMX"));

    private final DesignTable table = new DesignTable(LINES);

    @Test
    void codeThatDoesWhatTheTableSaysHasNoViolations() {
        assertThat(table.violations(USED)).isEmpty();
    }

    @Test
    void aPackageWithoutARowIsAViolation() {
        assertThat(table.violations(with("fetch.connection", Set.of()))).containsExactly("fetch.connection has no row");
    }

    @Test
    void aRowWithoutClassesIsAViolation() {
        Map<String, Set<String>> used = new HashMap<>(USED);
        used.remove("ring");
        assertThat(table.violations(used)).containsExactly("ring has a row and no classes");
    }

    @Test
    void anAllowedEdgeThatNothingUsesIsAViolation() {
        assertThat(table.violations(with("fetch", Set.of("fetch.file"))))
                .containsExactly("fetch does not use Netty, which its row allows");
    }

    @Test
    void anEdgeThatTheRowDoesNotAllowIsAViolation() {
        assertThat(table.violations(with("fetch.file", Set.of("fetch", "Netty", "org.example"))))
                .containsExactlyInAnyOrder(
                        "fetch.file uses fetch, which its row does not allow",
                        "fetch.file uses Netty, which its row does not allow",
                        "fetch.file uses org.example, which its row does not allow");
    }

    @Test
    void aPurePackageDoesNotLog() {
        assertThat(table.violations(with("ring", Set.of("SLF4J"))))
                .containsExactly("ring uses SLF4J, which its row does not allow");
    }

    @Test
    void nobodyButTheRootUsesTheRoot() {
        assertThat(table.violations(with("ring", Set.of("io.idaeus.sidecar"))))
                .containsExactly("ring uses io.idaeus.sidecar, which its row does not allow");
    }

    @Test
    void allPackagesAreNotAllLibraries() {
        assertThat(table.violations(with("io.idaeus.sidecar", Set.of("JMX", "Netty"))))
                .containsExactly("io.idaeus.sidecar uses Netty, which its row does not allow");
    }

    @Test
    void theLongestPrefixNamesTheLibrary() {
        assertThat(table.nameOf("java.util")).isEqualTo("JDK");
        assertThat(table.nameOf("java.rmi.server")).isEqualTo("JMX");
        assertThat(table.nameOf("io.nettyish")).isEqualTo("io.nettyish");
        assertThat(table.nameOf("io.idaeus.sidecar.fetch.file")).isEqualTo("fetch.file");
        assertThat(table.nameOf("io.idaeus.sidecar")).isEqualTo("io.idaeus.sidecar");
    }

    @Test
    void aPackageHasOneRow() {
        List<String> twice = List.of("| package | holds | may use |", "| `a` | x | |", "| `a` | y | |");
        assertThatThrownBy(() -> new DesignTable(twice)).hasMessage("a has two rows");
    }

    private static Map<String, Set<String>> with(String name, Set<String> uses) {
        Map<String, Set<String>> used = new HashMap<>(USED);
        used.put(name, uses);
        return used;
    }
}
