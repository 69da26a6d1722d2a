/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static io.idaeus.sidecar.WireNames.assertCommitted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.config.TlsPaths;
import io.idaeus.sidecar.metrics.PrometheusMetrics;
import io.idaeus.sidecar.security.CertificateMetrics;
import io.idaeus.sidecar.security.Certificates;
import io.idaeus.sidecar.security.LiveTls;
import io.idaeus.sidecar.security.TlsMetrics;
import io.idaeus.sidecar.selection.finding.FindingCode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names on the wire do not change unnoticed; {@link WireNames} says how to change one. */
class WireNamesTest {
    private static final Path OPENAPI = Path.of("../api-spec/openapi/idaeus-v1.yaml");

    @Test
    void fieldsOfTheApi() throws IOException {
        List<String> fields = new ArrayList<>();
        for (Map.Entry<String, JsonNode> schema : schemas()) {
            schema.getValue()
                    .path("properties")
                    .fieldNames()
                    .forEachRemaining(field -> fields.add(schema.getKey() + "." + field));
        }
        assertCommitted("fields", fields);
    }

    @Test
    void enumValuesOfTheApi() throws IOException {
        List<String> values = new ArrayList<>();
        for (Map.Entry<String, JsonNode> schema : schemas()) {
            schema.getValue().path("enum").forEach(value -> values.add(schema.getKey() + " " + value.asText()));
        }
        assertCommitted("enum-values", values);
    }

    @Test
    void operationsAndParametersOfTheApi() throws IOException {
        List<String> operations = new ArrayList<>();
        for (Map.Entry<String, JsonNode> path :
                new YAMLMapper().readTree(OPENAPI.toFile()).path("paths").properties()) {
            for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
                String operation = method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey();
                operations.add(
                        operation + " " + method.getValue().path("operationId").asText());
                method.getValue()
                        .path("parameters")
                        .forEach(parameter -> operations.add("%s %s %s"
                                .formatted(
                                        operation,
                                        parameter.path("in").asText(),
                                        parameter.path("name").asText())));
            }
        }
        assertCommitted("operations", operations);
    }

    @Test
    void problemTypes() throws IOException {
        assertCommitted(
                "problem-types",
                Arrays.stream(ProblemType.values())
                        .map(type -> type.uri() + " " + type.status())
                        .toList());
    }

    @Test
    void findingCodes() throws IOException {
        assertCommitted(
                "finding-codes",
                Arrays.stream(FindingCode.values()).map(FindingCode::name).toList());
    }

    /** Those of peers appear with the first peer: see {@code PeerMetricsTest}. */
    @Test
    void metrics(@TempDir Path directory) throws Exception {
        List<String> names = new ArrayList<>();
        try (RunningSidecar sidecar = RunningSidecar.start(directory)) {
            names.addAll(MetricNames.of(Scrape.whole(sidecar)));
        }
        try (PrometheusMetrics tls = new PrometheusMetrics("test")) {
            TlsPaths settings = new Certificates(directory, "Idaeus").issue("CN=sidecar");
            LiveTls live = LiveTls.open(settings, Clock.systemUTC());
            new TlsMetrics(live).bindTo(tls.registry());
            CertificateMetrics certificates = new CertificateMetrics(Map.of("tls.certificate", settings.certificate()));
            certificates.bindTo(tls.registry());
            certificates.sample();
            names.addAll(MetricNames.of(tls.scrape()));
        }
        assertCommitted("metrics", names);
    }

    private static Iterable<Map.Entry<String, JsonNode>> schemas() throws IOException {
        return new YAMLMapper()
                .readTree(OPENAPI.toFile())
                .path("components")
                .path("schemas")
                .properties();
    }
}
