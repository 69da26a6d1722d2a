/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The rules of Prometheus, the dashboard and the pages about them agree. */
class MonitoringDocumentTest {
    private static final Path MONITORING = Path.of("../docker/monitoring");
    private static final Path RULES = MONITORING.resolve("rules.yaml");
    private static final Path TESTS = MONITORING.resolve("rules.test.yaml");
    private static final Path DASHBOARD = MONITORING.resolve("grafana/idaeus.json");
    private static final Pattern METRIC = Pattern.compile("(?<![:\\w])idaeus_\\w+");

    @Test
    void prometheusTakesTheRulesAndTheConfiguration() throws Exception {
        Promtool.assumeInstalled();

        assertThat(Promtool.run("check", "rules", RULES.toString()))
                .contains("SUCCESS")
                .doesNotContain("exit code");
        assertThat(Promtool.run(
                        "check", "config", MONITORING.resolve("prometheus.yml").toString()))
                .contains("1 rule files found")
                .doesNotContain("exit code");
    }

    @Test
    void eachAlertFiresAndDoesNotFireAsItsTestsSay() throws Exception {
        Promtool.assumeInstalled();

        assertThat(Promtool.run("test", "rules", TESTS.toString()))
                .contains("SUCCESS")
                .doesNotContain("exit code");
    }

    @Test
    void eachAlertHasATestThatItFiresAndOneThatItDoesNot() throws Exception {
        Set<String> tests = new TreeSet<>();
        new YAMLMapper()
                .readTree(TESTS.toFile())
                .path("tests")
                .forEach(test -> tests.add(test.path("name").asText()));

        for (JsonNode alert : alerts()) {
            String name = alert.path("alert").asText();
            assertThat(tests).contains(name + " fires", name + " does not fire");
        }
    }

    @Test
    void eachAlertHasASectionAndALinkToIt() throws Exception {
        String page = Files.readString(Path.of("../docs/alerts.md"));
        String operations = Files.readString(Path.of("../docs/operations.md"));

        assertThat(alerts()).hasSizeGreaterThan(15);
        for (JsonNode alert : alerts()) {
            String name = alert.path("alert").asText();
            String anchor = "#" + name.toLowerCase(Locale.ROOT);
            assertThat(page).contains("\n## " + name + "\n", "[" + name + "](" + anchor + ")");
            assertThat(operations).contains("[" + name + "](alerts.md" + anchor + ")");
            JsonNode texts = alert.path("annotations");
            assertThat(texts.path("runbook_url").asText()).isEqualTo("docs/alerts.md" + anchor);
            assertThat(texts.path("summary").asText()).as(name).isNotBlank();
            assertThat(texts.path("description").asText()).as(name).isNotBlank();
            assertThat(alert.path("labels").path("severity").asText()).isIn("warning", "critical");
        }
    }

    @Test
    void eachSectionHasAnAlert() throws Exception {
        List<String> names =
                alerts().stream().map(alert -> alert.path("alert").asText()).toList();

        assertThat(Files.readAllLines(Path.of("../docs/alerts.md")))
                .filteredOn(line -> line.startsWith("## "))
                .allSatisfy(line -> assertThat(names).contains(line.substring(3)));
    }

    @Test
    void eachCommandOfASectionExists() throws Exception {
        List<String> options = Files.readAllLines(Path.of("../api-spec/wire-names/cli-options.txt"));

        assertThat(Files.readAllLines(Path.of("../docs/alerts.md")))
                .filteredOn(line -> line.startsWith("idaeus "))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(options)
                        .contains(line.replaceFirst(" [A-Z].*$", "").strip()));
    }

    @Test
    void eachMetricThatARuleOrTheDashboardReadsIsDocumented() throws Exception {
        String metrics = Files.readString(Path.of("../docs/metrics.md"));
        Set<String> read = METRIC.matcher(expressions())
                .results()
                .map(MatchResult::group)
                .map(name -> name.replaceFirst("_(bucket|sum|count)$", ""))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(read).hasSizeGreaterThan(25).allSatisfy(name -> assertThat(metrics)
                .contains("| `" + name + "` |"));
    }

    @Test
    void theDashboardTakesItsDataSourceByVariable() throws Exception {
        JsonNode dashboard = new ObjectMapper().readTree(DASHBOARD.toFile());

        assertThat(dashboard.findValues("datasource"))
                .isNotEmpty()
                .allSatisfy(source -> assertThat(source.path("uid").asText()).isEqualTo("${datasource}"));
        assertThat(dashboard.at("/templating/list/0/type").asText()).isEqualTo("datasource");
    }

    private static List<JsonNode> alerts() throws IOException {
        return rules().stream().filter(rule -> rule.has("alert")).toList();
    }

    private static List<JsonNode> rules() throws IOException {
        List<JsonNode> rules = new ArrayList<>();
        new YAMLMapper().readTree(RULES.toFile()).path("groups").forEach(group -> group.path("rules")
                .forEach(rules::add));
        return rules;
    }

    private static String expressions() throws IOException {
        List<String> all =
                new ArrayList<>(new ObjectMapper().readTree(DASHBOARD.toFile()).findValuesAsText("expr"));
        rules().forEach(rule -> all.add(rule.path("expr").asText()));
        return String.join("\n", all);
    }
}
