/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import com.networknt.schema.oas.OpenApi30;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Rules of the OpenAPI document on which callers and generators of clients may rely. */
class OpenApiRulesTest {
    private static final Pattern JAVA = Pattern.compile("\\{@|\\w#\\w|\\b\\w+\\(\\)|\\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\\b");

    private final JsonNode document;
    private final List<String> mistakes = new ArrayList<>();

    OpenApiRulesTest() throws IOException {
        document = new YAMLMapper().readTree(Path.of("openapi/idaeus-v1.yaml").toFile());
    }

    @Test
    void everyResponseNamesItsStatusAndItsMediaType() {
        operations((name, operation) -> operation.path("responses").properties().forEach(response -> {
            if (!response.getKey().matches("[1-5][0-9]{2}")) {
                mistakes.add(name + ": " + response.getKey());
            }
            response.getValue().path("content").fieldNames().forEachRemaining(type -> {
                if (type.contains("*")) {
                    mistakes.add(name + " " + response.getKey() + ": " + type);
                }
            });
        }));
        assertThat(mistakes).isEmpty();
    }

    @Test
    void everyErrorIsAProblem() {
        operations((name, operation) -> operation.path("responses").properties().forEach(response -> {
            boolean error = response.getKey().compareTo("400") >= 0 && !name.contains("/health/");
            String schema = response.getValue()
                    .at("/content/application~1problem+json/schema/$ref")
                    .asText();
            if (error && !schema.equals("#/components/schemas/Problem")) {
                mistakes.add(name + " " + response.getKey());
            }
        }));
        assertThat(mistakes).isEmpty();
    }

    @Test
    void everyProblemTypeIsEnumerated() {
        List<String> types = new ArrayList<>();
        document.at("/components/schemas/Problem/properties/type/enum").forEach(type -> types.add(type.asText()));
        assertThat(types)
                .containsExactly(Arrays.stream(ProblemType.values())
                        .map(ProblemType::uri)
                        .toArray(String[]::new));
    }

    @Test
    void everyOperationHasASummaryAndATagThatIsDescribed() {
        List<String> tags = new ArrayList<>();
        document.path("tags").forEach(tag -> {
            tags.add(tag.path("name").asText());
            assertThat(tag.path("description").asText()).isNotBlank();
        });
        operations((name, operation) -> {
            assertThat(operation.path("summary").asText()).as(name).isNotBlank();
            assertThat(operation.path("tags")).as(name).hasSize(1);
            assertThat(tags).as(name).contains(operation.path("tags").path(0).asText());
        });
    }

    @Test
    void nothingForPeopleSpeaksJava() {
        texts(document, "");
        assertThat(mistakes).isEmpty();
    }

    @Test
    void everyBodyHasAnExample() {
        operations((name, operation) -> {
            operation.path("responses").properties().forEach(response -> response.getValue()
                    .path("content")
                    .properties()
                    .forEach(content -> exemplified(name + " " + response.getKey(), content.getValue())));
            operation.at("/requestBody/content").properties().forEach(content -> exemplified(name, content.getValue()));
        });
        assertThat(mistakes).isEmpty();
    }

    @Test
    void everyExampleIsAsItsSchemaSays() throws IOException {
        int examples = examples(document, "");
        assertThat(mistakes).isEmpty();
        assertThat(examples).isGreaterThan(100);
    }

    @Test
    void anExampleThatIsNotAsItsSchemaSaysIsFound() {
        JsonNode schema = document.at("/components/schemas/TransferRequest");
        assertThat(check("here", schema, JsonNodeFactory.instance.objectNode().put("maxRate", "fast")))
                .isNotEmpty();
    }

    private void operations(BiConsumer<String, JsonNode> action) {
        document.path("paths").properties().forEach(path -> path.getValue()
                .properties()
                .forEach(method -> action.accept(method.getKey() + " " + path.getKey(), method.getValue())));
    }

    private void texts(JsonNode node, String at) {
        for (Map.Entry<String, JsonNode> each : node.properties()) {
            boolean text = Set.of("description", "summary").contains(each.getKey())
                    && each.getValue().isTextual();
            if (text && speaksJava(each.getValue().asText())) {
                mistakes.add(at + ": " + each.getValue().asText());
            }
            texts(each.getValue(), at + "/" + each.getKey());
        }
        if (node.isArray()) {
            node.forEach(each -> texts(each, at));
        }
    }

    private static boolean speaksJava(String text) {
        boolean missing = Pattern.compile("\\bnull (?:where|while|without|until|on|for|before|means)\\b|where null\\b")
                .matcher(text)
                .find();
        return missing || JAVA.matcher(text.replaceAll("`[^`]*`", "")).find();
    }

    /** Its own, or that of its schema. */
    private void exemplified(String name, JsonNode content) {
        String schema = content.at("/schema/$ref").asText().replace("#", "");
        boolean found = content.has("example")
                || content.has("examples")
                || (!schema.isEmpty() && document.at(schema).has("example"));
        if (!found) {
            mistakes.add(name);
        }
    }

    private int examples(JsonNode node, String at) throws IOException {
        int found = 0;
        if (node.has("example") && (node.has("type") || node.has("schema"))) {
            mistakes.addAll(check(at, node.has("schema") ? node.path("schema") : node, node.path("example")));
            found++;
        }
        if (node.has("examples") && node.has("schema")) {
            for (JsonNode example : node.path("examples")) {
                mistakes.addAll(check(at, node.path("schema"), value(at, example.path("value"))));
                found++;
            }
        }
        for (Map.Entry<String, JsonNode> each : node.properties()) {
            found += examples(each.getValue(), at + "/" + each.getKey());
        }
        if (node.isArray()) {
            for (JsonNode each : node) {
                found += examples(each, at + "[]");
            }
        }
        return found;
    }

    /** The example; for a stream of events, the data of the first. */
    private static JsonNode value(String at, JsonNode example) throws IOException {
        if (!at.endsWith("text/event-stream")) {
            return example;
        }
        String data = example.asText()
                .lines()
                .filter(line -> line.startsWith("data: "))
                .findFirst()
                .orElseThrow();
        return new ObjectMapper().readTree(data.substring("data: ".length()));
    }

    private List<String> check(String at, JsonNode schema, JsonNode example) {
        ObjectNode whole = schema.isObject() ? schema.deepCopy() : JsonNodeFactory.instance.objectNode();
        whole.set("components", document.path("components"));
        return JsonSchemaFactory.getInstance(
                        SpecVersion.VersionFlag.V4, builder -> builder.metaSchema(OpenApi30.getInstance())
                                .defaultMetaSchemaIri(OpenApi30.getInstance().getIri()))
                .getSchema(SchemaLocation.of("https://idaeus.invalid/document"), whole)
                .validate(example)
                .stream()
                .map(ValidationMessage::getMessage)
                .map(message -> at + ": " + message)
                .toList();
    }
}
