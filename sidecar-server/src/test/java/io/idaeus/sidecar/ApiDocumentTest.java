/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.selection.finding.FindingCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The pages about the API say what the code does. */
class ApiDocumentTest {
    private static final Pattern PATH = Pattern.compile("^ {2}(/\\S+):$", Pattern.MULTILINE);
    private static final Pattern METHOD = Pattern.compile("^ {4}(get|put|post|delete):$", Pattern.MULTILINE);

    @Test
    void everyProblemTypeIsThereWithItsStatusInOrderAndNoOther() throws IOException {
        assertThat(rows("problems.md", "\\| `([a-z-]+)` \\| (\\d{3}) \\| .+ \\| .+ \\|"))
                .isEqualTo(Arrays.stream(ProblemType.values())
                        .map(type -> type.slug() + " " + type.status())
                        .toList());
    }

    @Test
    void everyFindingCodeIsThereWithItsSeverityInOrderAndNoOther() throws IOException {
        assertThat(rows("findings.md", "\\| `([A-Z_]+)` \\| ([A-Z_]+) \\| .+ \\|"))
                .isEqualTo(Arrays.stream(FindingCode.values())
                        .map(code -> code.name() + " " + code.severity())
                        .toList());
    }

    @Test
    void everyPathIsThereAndNoOther() throws IOException {
        String document = Files.readString(Path.of("../api-spec/openapi/idaeus-v1.yaml"));
        String paths = document.substring(document.indexOf("\npaths:\n"), document.indexOf("\ncomponents:\n"));
        List<String> operations = PATH.matcher(paths)
                .results()
                .flatMap(path -> METHOD.matcher(operationsOf(paths, path.end()))
                        .results()
                        .map(method -> method.group(1).toUpperCase(java.util.Locale.ROOT) + " " + path.group(1)))
                .toList();

        assertThat(rows("api-paths.md", "\\| (GET|PUT|POST|DELETE) \\| `(/[^?`]+)[?`].*"))
                .containsExactlyInAnyOrderElementsOf(operations);
    }

    private static String operationsOf(String paths, int start) {
        Matcher next = PATH.matcher(paths);
        return paths.substring(start, next.find(start) ? next.start() : paths.length());
    }

    private static List<String> rows(String page, String pattern) throws IOException {
        Pattern row = Pattern.compile(pattern);
        return Files.readAllLines(Path.of("../docs", page)).stream()
                .map(row::matcher)
                .filter(Matcher::matches)
                .map(found -> found.group(1) + " " + found.group(2))
                .toList();
    }
}
