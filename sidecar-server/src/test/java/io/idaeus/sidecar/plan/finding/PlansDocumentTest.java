/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.Finding.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/plans-reference.md lists what the code knows. */
class PlansDocumentTest {
    private static final Pattern ROW =
            Pattern.compile("\\| `([A-Z_]+)` \\| (refuses|refuses unless accepted|note) \\| .+ \\|");
    private static final Map<Severity, String> EFFECTS = Map.of(
            Severity.REFUSE, "refuses",
            Severity.REFUSE_UNLESS_ACCEPTED, "refuses unless accepted",
            Severity.NOTE, "note");

    @Test
    void everyFindingCodeIsThereWithItsEffectAndNoOther() throws IOException {
        assertThat(Files.readAllLines(Path.of("../docs/plans-reference.md")).stream()
                        .map(ROW::matcher)
                        .filter(row -> row.matches())
                        .map(row -> row.group(1) + " " + row.group(2)))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(PlanFindingCode.values())
                        .map(code -> code.name() + " " + EFFECTS.get(code.severity()))
                        .toList());
    }
}
