/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/** A YAML document, filled by key paths: {@code put("sstable.selected_format", "bti")}. */
public final class YamlTree {
    private final Map<String, Object> root;

    public YamlTree() {
        this(Map.of());
    }

    public YamlTree(Map<String, Object> start) {
        root = new LinkedHashMap<>(start);
    }

    /** @param text a mapping at the top level */
    public static YamlTree parse(String text) {
        return new YamlTree(new Yaml().load(text));
    }

    public YamlTree put(String path, Object value) {
        String[] keys = path.split("\\.", -1);
        Map<String, Object> at = root;
        for (int i = 0; i < keys.length - 1; i++) {
            at = child(at, keys[i]);
        }
        at.put(keys[keys.length - 1], value instanceof Path p ? p.toString() : value);
        return this;
    }

    public YamlTree putAll(Map<String, ?> values) {
        values.forEach(this::put);
        return this;
    }

    public void write(Path file) {
        DumperOptions options = new DumperOptions();
        options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, new Yaml(options).dump(root));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @SuppressWarnings("unchecked") // every mapping in the tree has string keys
    private static Map<String, Object> child(Map<String, Object> parent, String key) {
        Object child = parent.computeIfAbsent(key, k -> new LinkedHashMap<String, Object>());
        if (child instanceof Map<?, ?> map) {
            return (Map<String, Object>) map;
        }
        throw new IllegalArgumentException("key '" + key + "' already holds the value " + child);
    }
}
