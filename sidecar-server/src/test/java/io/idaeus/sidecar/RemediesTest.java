/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.selection.finding.FindingCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A remedy is advice, or docs/remedies.md names a test that carries it out; PromisesTest finds that test. */
class RemediesTest {
    private static final Pattern ROW = Pattern.compile("\\| `([A-Z_]+)` \\| (.+) \\|");
    private static final Pattern METHOD = Pattern.compile("`\\w+(?:Test|IT)#\\w+`");

    @Test
    void whatIsNoAdviceIsCarriedOutByATest() throws IOException {
        assertThat(carriedOut().keySet())
                .containsExactlyElementsOf(remedies().entrySet().stream()
                        .filter(each -> isPromise(each.getValue()))
                        .map(Map.Entry::getKey)
                        .toList());
        assertThat(carriedOut())
                .allSatisfy((code, tests) -> assertThat(METHOD.matcher(tests).replaceAll(""))
                        .as("%s: %s", code, tests)
                        .matches("(, )*"));
    }

    /** {@code advice:} once, and before it the command, or nothing. */
    @Test
    void adviceIsMarkedAlike() {
        assertThat(remedies()).allSatisfy((code, remedy) -> assertThat(remedy)
                .matches("(?s)(?!.*Advice)(?:advice: |(?:(?!advice).)+; advice: )?(?:(?!advice).)+"));
    }

    private static boolean isPromise(String remedy) {
        return !remedy.startsWith("advice: ") && !remedy.startsWith("nothing to do");
    }

    private static Map<String, String> remedies() {
        Map<String, String> remedies = new LinkedHashMap<>();
        Arrays.stream(FindingCode.values()).forEach(code -> remedies.put(code.name(), code.remedy()));
        Arrays.stream(PlanFindingCode.values()).forEach(code -> remedies.put(code.name(), code.remedy()));
        return remedies;
    }

    /** By code. */
    private static Map<String, String> carriedOut() throws IOException {
        Map<String, String> tests = new LinkedHashMap<>();
        Files.readAllLines(Path.of("../docs/remedies.md")).stream()
                .map(ROW::matcher)
                .filter(row -> row.matches())
                .forEach(row -> tests.put(row.group(1), row.group(2)));
        return tests;
    }
}
