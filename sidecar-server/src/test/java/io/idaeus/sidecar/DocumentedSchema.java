/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** A schema of the OpenAPI document: values that it allows, and values just outside its bounds. */
record DocumentedSchema(JsonNode document, JsonNode given) {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final List<String> STRANGE = List.of("", " ", "a b", "a/b", "..", "\u0007", "ä", "x\n");

    /** A value, and whether the schema allows it. */
    record Probe(JsonNode value, boolean allowed) {}

    DocumentedSchema {
        while (given.has("$ref") || given.has("allOf")) {
            String reference = (given.has("$ref") ? given : given.path("allOf").path(0))
                    .path("$ref")
                    .asText();
            given = document.at(reference.substring(1));
        }
    }

    private DocumentedSchema at(JsonNode schema) {
        return new DocumentedSchema(document, schema);
    }

    boolean isObject() {
        return given.has("properties");
    }

    boolean isArray() {
        return given.path("type").asText().equals("array");
    }

    boolean isClosed() {
        return given.has("additionalProperties")
                && !given.path("additionalProperties").asBoolean(true);
    }

    DocumentedSchema items() {
        return at(given.path("items"));
    }

    Map<String, DocumentedSchema> properties() {
        Map<String, DocumentedSchema> found = new TreeMap<>();
        given.path("properties").properties().forEach(each -> found.put(each.getKey(), at(each.getValue())));
        return found;
    }

    boolean isNullable(String property) {
        return given.at("/properties/" + property + "/nullable").asBoolean();
    }

    List<String> required() {
        return StreamSupport.stream(given.path("required").spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    /** The smallest value: required fields alone. */
    JsonNode sample() {
        if (isObject()) {
            ObjectNode object = JSON.objectNode();
            required().forEach(name -> object.set(name, properties().get(name).sample()));
            return object;
        }
        if (given.has("enum")) {
            return given.path("enum").path(0);
        }
        return switch (given.path("type").asText()) {
            case "array" -> entries(given.path("minItems").asInt(0));
            case "integer", "number" -> given.has("minimum") ? given.path("minimum") : JSON.numberNode(1);
            case "boolean" -> JSON.booleanNode(false);
            case "object" -> JSON.objectNode();
            default ->
                given.path("format").asText().equals("byte")
                        ? JSON.textNode("AA==")
                        : JSON.textNode(given.path("example").asText("x"));
        };
    }

    /** Values on both sides of every bound of this schema itself. */
    List<Probe> probes() {
        List<Probe> probes = new ArrayList<>();
        probes.add(new Probe(sample(), true));
        if (given.has("enum")) {
            given.path("enum").forEach(value -> probes.add(new Probe(value, true)));
            probes.add(new Probe(JSON.textNode("NO_SUCH"), false));
        } else if (isArray()) {
            entryCounts(probes);
        } else if (given.has("minimum") || given.has("maximum")) {
            numbers(probes);
        } else if (given.has("pattern") || given.has("maxLength")) {
            texts(probes);
        }
        return probes;
    }

    private void numbers(List<Probe> probes) {
        for (String side : List.of("minimum", "maximum")) {
            if (given.has(side)) {
                BigInteger bound = new BigDecimal(given.path(side).asText()).toBigInteger();
                BigInteger beyond = side.equals("minimum") ? bound.subtract(BigInteger.ONE) : bound.add(BigInteger.ONE);
                probes.add(new Probe(JSON.numberNode(bound), true));
                probes.add(new Probe(JSON.numberNode(beyond), false));
            }
        }
    }

    private void texts(List<Probe> probes) {
        String example = given.path("example").asText("x");
        Stream.concat(STRANGE.stream(), lengths(example))
                .map(text -> new Probe(JSON.textNode(text), allows(text)))
                .forEach(probes::add);
    }

    private Stream<String> lengths(String example) {
        int most = given.path("maxLength").asInt(0);
        String last = example.substring(example.length() - 1);
        return most == 0
                ? Stream.of()
                : Stream.of(most, most + 1).map(length -> example + last.repeat(length - example.length()));
    }

    boolean allows(String text) {
        return text.length() >= given.path("minLength").asInt(0)
                && text.length() <= given.path("maxLength").asInt(Integer.MAX_VALUE)
                && (!given.has("pattern")
                        || Pattern.compile(given.path("pattern").asText())
                                .matcher(text)
                                .matches());
    }

    private void entryCounts(List<Probe> probes) {
        int least = given.path("minItems").asInt(0);
        if (least > 0) {
            probes.add(new Probe(entries(least - 1), false));
        }
        if (given.has("maxItems")) {
            int most = given.path("maxItems").asInt();
            probes.add(new Probe(entries(most), true));
            probes.add(new Probe(entries(most + 1), false));
        }
        if (given.path("uniqueItems").asBoolean()) {
            probes.add(new Probe(JSON.arrayNode().add(items().sample()).add(items().sample()), false));
        }
    }

    private ArrayNode entries(int count) {
        ArrayNode all = JSON.arrayNode();
        IntStream.range(0, count).forEach(number -> all.add(entry(number)));
        return all;
    }

    private JsonNode entry(int number) {
        JsonNode entry = items().sample();
        if (number > 0 && given.path("uniqueItems").asBoolean() && entry instanceof ObjectNode object) {
            object.properties()
                    .forEach(field ->
                            field.setValue(JSON.textNode(field.getValue().asText() + number)));
        }
        return entry;
    }
}
