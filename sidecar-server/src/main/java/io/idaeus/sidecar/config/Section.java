/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One mapping of the file. Environment variables override it. Errors are collected, not thrown. */
final class Section {
    private final String path;
    private final JsonNode node;
    private final ConfigReader reading;

    Section(String path, JsonNode node, ConfigReader reading) {
        this.path = path;
        this.reading = reading;
        boolean mapping = node.isObject() || node.isMissingNode() || node.isNull();
        if (!mapping) {
            // Never the text itself: without its colon, a password and its key are one.
            reading.refuse(path.isEmpty() ? "the file" : path, node.isArray() ? "a list" : "text", "a mapping of keys");
        }
        this.node = mapping ? node : MissingNode.getInstance();
        reading.enter(path, this.node);
    }

    Section section(String key) {
        return new Section(pathOf(key), node.path(key), reading);
    }

    <T> T get(String key, Value<T> kind, T defaultValue) {
        T found = find(key, kind);
        return found == null ? defaultValue : found;
    }

    // Null if absent or refused.
    <T> @Nullable T find(String key, Value<T> kind) {
        String text = text(key, kind.expected());
        return text == null ? null : parsed(pathOf(key), text, kind);
    }

    /** Whether the value is one that earlier versions knew; warns if so. */
    boolean warnOf(String key, String earlier, String warning) {
        String text = text(key, null);
        boolean found = text != null && text.trim().equalsIgnoreCase(earlier);
        if (found) {
            reading.warn(pathOf(key), '"' + earlier + "\" " + warning);
        }
        return found;
    }

    // The text never appears in messages.
    @Nullable
    String findSecret(String key) {
        return text(key, null);
    }

    /** In the environment, semicolons separate the items. */
    <T> List<T> list(String key, Value<T> kind) {
        String path = reading.know(pathOf(key));
        String override = reading.environment(path);
        List<T> values = new ArrayList<>();
        if (override != null) {
            Arrays.stream(override.split(";"))
                    .map(String::trim)
                    .filter(item -> !item.isEmpty())
                    .forEach(item -> add(values, parsed(path, item, kind)));
            return List.copyOf(values);
        }
        JsonNode list = node.path(key);
        if (!list.isMissingNode() && !list.isNull() && !list.isArray()) {
            reading.refuse(path, shown(list), "a list, each item " + kind.expected());
            return List.of();
        }
        for (int i = 0; i < list.size(); i++) {
            String item = path + "[" + i + "]";
            if (list.get(i).isValueNode() && !list.get(i).isNull()) {
                add(values, parsed(item, list.get(i).asText(), kind));
            } else {
                reading.refuse(item, shown(list.get(i)), kind.expected());
            }
        }
        return List.copyOf(values);
    }

    // Neither in the file nor in the environment.
    boolean isAbsent() {
        return node.isEmpty() && !reading.hasVariableBelow(path);
    }

    void require(String key, String expected) {
        if (!node.hasNonNull(key) && reading.environment(pathOf(key)) == null) {
            reading.refuse(pathOf(key), "nothing", expected);
        }
    }

    void refuse(String key, String found, String expected) {
        reading.refuse(pathOf(key), '"' + found + '"', expected);
    }

    private @Nullable String text(String key, @Nullable String expected) {
        String path = reading.know(pathOf(key));
        String override = reading.environment(path);
        if (override != null) {
            return override;
        }
        JsonNode value = node.path(key);
        if (value.isContainerNode()) {
            reading.refuse(
                    path, expected == null ? "more than text" : shown(value), expected == null ? "text" : expected);
            return null;
        }
        return value.isMissingNode() || value.isNull() ? null : value.asText();
    }

    private <T> @Nullable T parsed(String path, String text, Value<T> kind) {
        T value = text.isBlank() ? null : kind.parse().parse(text.trim());
        if (value == null) {
            reading.refuse(path, '"' + text + '"', kind.expected());
        }
        return value;
    }

    private static <T> void add(List<T> values, @Nullable T value) {
        if (value != null) {
            values.add(value);
        }
    }

    private static String shown(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> "a mapping";
            case ARRAY -> "a list";
            case NULL -> "nothing";
            default -> '"' + node.asText() + '"';
        };
    }

    private String pathOf(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}
