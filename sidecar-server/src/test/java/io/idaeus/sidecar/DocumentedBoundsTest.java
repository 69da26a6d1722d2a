/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.selection.finding.FindingCode;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every bound of the OpenAPI document, for values on both sides of it: the sidecar enforces them, and no others. */
class DocumentedBoundsTest {
    private static final DocumentedSchema.Probe EXCLUDED = new DocumentedSchema.Probe(NullNode.instance, false);

    private static RunningSidecar sidecar;
    private static JsonNode document;

    private final List<String> mistakes = new ArrayList<>();

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        sidecar = RunningSidecar.start(directory, "quotas: {requestRate: 0}\n", HttpClient.newHttpClient());
        document = new YAMLMapper()
                .readTree(Path.of("../api-spec/openapi/idaeus-v1.yaml").toFile());
    }

    @AfterAll
    static void stop() {
        sidecar.close();
    }

    static Stream<DocumentedOperation> operations() throws Exception {
        return DocumentedOperation.all().filter(each -> each.path().startsWith("/v1/"));
    }

    @ParameterizedTest
    @MethodSource("operations")
    void parametersAreBoundedAsDocumented(DocumentedOperation operation) throws Exception {
        Map<String, DocumentedSchema> queried = parameters(operation, "query");
        Map<String, String> query = new TreeMap<>();
        for (String name : required(operation)) {
            query.put(name, queried.get(name).sample().asText());
            judge(operation, name, EXCLUDED, send(operation, without(query, name), Map.of()));
        }
        for (Map.Entry<String, DocumentedSchema> each : queried.entrySet()) {
            for (DocumentedSchema.Probe probe : each.getValue().probes()) {
                Map<String, String> changed =
                        with(query, each.getKey(), probe.value().asText());
                judge(operation, each.getKey(), probe, send(operation, changed, Map.of()));
            }
        }
        judge(operation, "unknown", EXCLUDED, send(operation, with(query, "unknown", "1"), Map.of()));
        for (Map.Entry<String, DocumentedSchema> each :
                parameters(operation, "header").entrySet()) {
            for (DocumentedSchema.Probe probe : each.getValue().probes()) {
                String value = probe.value().asText();
                // Others cannot be sent, or are trimmed.
                if (value.equals(value.strip()) && value.chars().allMatch(c -> c >= ' ' && c <= '~')) {
                    judge(operation, each.getKey(), probe, send(operation, query, Map.of(each.getKey(), value)));
                }
            }
        }
        assertThat(mistakes).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void bodiesAreBoundedAsDocumented(DocumentedOperation operation) throws Exception {
        if (hasBody(operation)) {
            JsonNode whole = body(operation).sample();
            object(operation, body(operation), whole, changed -> changed);
        }
        assertThat(mistakes).isEmpty();
    }

    @Test
    void everyFindingThatCanBeAcceptedIsDocumented() {
        assertThat(accepted("TransferRequest"))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(FindingCode.values())
                        .filter(FindingCode::canBeAccepted)
                        .map(FindingCode::name)
                        .toList());
        assertThat(accepted("PlanRequest"))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(PlanFindingCode.acceptable(), accepted("TransferRequest").stream())
                                .toList());
        assertThat(values("PlanAcceptance/properties/code/enum"))
                .containsExactlyInAnyOrderElementsOf(accepted("TransferRequest"));
    }

    private static List<String> accepted(String request) {
        return values(request + "/properties/accept/items/enum");
    }

    private static List<String> values(String path) {
        List<String> codes = new ArrayList<>();
        document.at("/components/schemas/" + path).forEach(code -> codes.add(code.asText()));
        return codes;
    }

    private static Map<String, DocumentedSchema> parameters(DocumentedOperation operation, String in) {
        Map<String, DocumentedSchema> found = new TreeMap<>();
        for (JsonNode parameter : described(operation).path("parameters")) {
            if (parameter.path("in").asText().equals(in)) {
                DocumentedSchema schema = new DocumentedSchema(document, parameter.path("schema"));
                found.put(parameter.path("name").asText(), schema.isArray() ? schema.items() : schema);
            }
        }
        return found;
    }

    private static List<String> required(DocumentedOperation operation) {
        List<String> names = new ArrayList<>();
        for (JsonNode parameter : described(operation).path("parameters")) {
            if (parameter.path("in").asText().equals("query")
                    && parameter.path("required").asBoolean()) {
                names.add(parameter.path("name").asText());
            }
        }
        return names;
    }

    private static Map<String, String> with(Map<String, String> query, String name, String value) {
        Map<String, String> changed = new TreeMap<>(query);
        changed.put(name, value);
        return changed;
    }

    private static Map<String, String> without(Map<String, String> query, String name) {
        Map<String, String> changed = new TreeMap<>(query);
        changed.remove(name);
        return changed;
    }

    /** @param whole puts an object of this schema where it belongs in the body */
    private void object(
            DocumentedOperation operation, DocumentedSchema schema, JsonNode sample, Function<JsonNode, JsonNode> whole)
            throws Exception {
        if (!schema.isClosed()) {
            mistakes.add(operation + ": the fields of an object are not closed: " + schema.given());
        }
        check(operation, "unknownField", with(sample, "unknownField", JsonNodeFactory.instance.numberNode(1)), whole);
        for (String name : schema.required()) {
            check(operation, name, ((ObjectNode) sample.deepCopy()).without(name), whole);
        }
        for (Map.Entry<String, DocumentedSchema> each : schema.properties().entrySet()) {
            String name = each.getKey();
            judge(
                    operation,
                    name,
                    new DocumentedSchema.Probe(NullNode.instance, schema.isNullable(name)),
                    send(operation, whole.apply(with(sample, name, NullNode.instance))));
            value(operation, name, each.getValue(), value -> whole.apply(with(sample, name, value)));
        }
    }

    private void value(
            DocumentedOperation operation, String name, DocumentedSchema schema, Function<JsonNode, JsonNode> whole)
            throws Exception {
        if (schema.isObject()) {
            object(operation, schema, schema.sample(), whole);
            return;
        }
        for (DocumentedSchema.Probe probe : schema.probes()) {
            judge(operation, name, probe, send(operation, whole.apply(probe.value())));
        }
        if (schema.isArray()) {
            value(operation, name, schema.items(), item -> {
                ArrayNode one = JsonNodeFactory.instance.arrayNode().add(item);
                return whole.apply(one);
            });
        }
    }

    private void check(DocumentedOperation operation, String name, JsonNode wrong, Function<JsonNode, JsonNode> whole)
            throws Exception {
        judge(operation, name, new DocumentedSchema.Probe(wrong, false), send(operation, whole.apply(wrong)));
    }

    private void judge(
            DocumentedOperation operation, String name, DocumentedSchema.Probe probe, RunningSidecar.Answer answer)
            throws Exception {
        boolean refused = answer.status() == 400 && answer.detail().contains(name);
        if (refused == probe.allowed() || answer.status() == 500) {
            String value = probe.value().toString();
            mistakes.add("%s: %s = %s is %s by the document, and answered with %d %s"
                    .formatted(
                            operation,
                            name,
                            value.substring(0, Math.min(100, value.length())),
                            probe.allowed() ? "allowed" : "excluded",
                            answer.status(),
                            answer.body()));
        }
    }

    private static JsonNode with(JsonNode object, String name, JsonNode value) {
        return ((ObjectNode) object.deepCopy()).set(name, value);
    }

    private static JsonNode described(DocumentedOperation operation) {
        return document.path("paths")
                .path(operation.path())
                .path(operation.method().toLowerCase(Locale.ROOT));
    }

    private static boolean hasBody(DocumentedOperation operation) {
        return described(operation).has("requestBody");
    }

    private static DocumentedSchema body(DocumentedOperation operation) {
        return new DocumentedSchema(
                document,
                described(operation)
                        .path("requestBody")
                        .path("content")
                        .path("application/json")
                        .path("schema"));
    }

    private static RunningSidecar.Answer send(DocumentedOperation operation, JsonNode body) throws Exception {
        return send(operation, Map.of(), Map.of(), body);
    }

    private static RunningSidecar.Answer send(
            DocumentedOperation operation, Map<String, String> query, Map<String, String> headers) throws Exception {
        JsonNode body = hasBody(operation) ? body(operation).sample() : null;
        return send(operation, query, headers, body);
    }

    private static RunningSidecar.Answer send(
            DocumentedOperation operation, Map<String, String> query, Map<String, String> headers, JsonNode body)
            throws Exception {
        StringBuilder path =
                new StringBuilder(operation.path().replace("{part}", "0").replaceAll("\\{[^}]*}", "x"));
        char separator = '?';
        for (Map.Entry<String, String> each : query.entrySet()) {
            path.append(separator)
                    .append(each.getKey())
                    .append('=')
                    .append(URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8));
            separator = '&';
        }
        var request = sidecar.request(path.toString(), "Content-Type", "application/json")
                .method(
                        operation.method(),
                        body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.toString()));
        headers.forEach(request::header);
        if (operation.path().equals("/v1/events")) {
            return new RunningSidecar.Answer(HttpClient.newHttpClient().send(request.build(), Follower.firstBytes()));
        }
        return operation.path().endsWith("/events")
                ? sidecar.send(request.timeout(Duration.ofSeconds(5)))
                : sidecar.send(request);
    }
}
