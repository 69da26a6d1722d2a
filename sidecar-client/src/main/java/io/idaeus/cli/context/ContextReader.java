/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.context;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads contexts from a tree, and collects everything that is wrong with them. */
final class ContextReader {

    private static final Set<String> KEYS =
            Set.of("sidecars", "trust", "certificate", "key", "keyPasswordFile", "tokenFile");
    private static final Map<String, String> IN_FILES = Map.of(
            "password",
            "keyPasswordFile",
            "keyPassword",
            "keyPasswordFile",
            "token",
            "tokenFile",
            "bearer",
            "tokenFile");

    private final Path file;
    private final Path home;
    private final List<String> problems = new ArrayList<>();

    /** @param file which files are named relative to */
    ContextReader(Path file, Path home) {
        this.file = file;
        this.home = home;
    }

    List<String> problems() {
        return problems;
    }

    @Nullable
    String current(JsonNode root, Set<String> names) {
        JsonNode found = root.path("current");
        if (found.isMissingNode() || found.isNull()) {
            return null;
        }
        if (!found.isTextual() || !names.contains(found.textValue())) {
            refuse("current", found, "one of the contexts: " + String.join(", ", names));
        }
        return found.asText();
    }

    Map<String, Context> contexts(JsonNode root) {
        if (!root.isObject()) {
            problems.add("found " + shown(root) + ", expected the keys current and contexts");
            return Map.of();
        }
        root.fieldNames().forEachRemaining(key -> {
            if (!key.equals("current") && !key.equals("contexts")) {
                problems.add(key + ": unknown key, expected current or contexts");
            }
        });
        Map<String, Context> contexts = new LinkedHashMap<>();
        JsonNode named = root.path("contexts");
        if (!named.isObject()) {
            refuse("contexts", named, "a name for each cluster, and below it sidecars and credentials");
            return contexts;
        }
        named.properties().forEach(entry -> {
            if (entry.getKey().matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
                contexts.put(entry.getKey(), context(entry.getKey(), entry.getValue()));
            } else {
                problems.add("contexts: found the name '" + entry.getKey()
                        + "', expected letters, digits, dots, hyphens and underscores");
            }
        });
        return contexts;
    }

    private Context context(String name, JsonNode node) {
        String path = "contexts." + name;
        if (!node.isObject()) {
            refuse(path, node, "sidecars and credentials");
        }
        node.fieldNames().forEachRemaining(key -> unknown(path, key));
        Context context = new Context(
                name,
                sidecars(path + ".sidecars", node.path("sidecars")),
                file(path, "trust", node),
                file(path, "certificate", node),
                file(path, "key", node),
                file(path, "keyPasswordFile", node),
                file(path, "tokenFile", node));
        if ((context.certificate() == null) != (context.key() == null)) {
            problems.add(path + ": found only one of certificate and key, expected both or neither");
        }
        if (context.keyPasswordFile() != null && context.key() == null) {
            problems.add(path + ".keyPasswordFile: found without key, expected both");
        }
        return context;
    }

    private void unknown(String path, String key) {
        if (IN_FILES.containsKey(key)) {
            problems.add("%s.%s: found a secret, expected the name of a file that holds it: %s"
                    .formatted(path, key, IN_FILES.get(key)));
        } else if (!KEYS.contains(key)) {
            problems.add(
                    "%s.%s: unknown key, expected one of sidecars, trust, certificate, key, keyPasswordFile, tokenFile"
                            .formatted(path, key));
        }
    }

    private List<URI> sidecars(String path, JsonNode node) {
        List<URI> sidecars = new ArrayList<>();
        for (JsonNode each : node.isTextual() ? List.of(node) : node) {
            URI address = each.isTextual() ? address(each.textValue()) : null;
            if (address == null) {
                refuse(path, each, "http://host:port or https://host:port");
            } else {
                sidecars.add(address);
            }
        }
        if (node.isEmpty() && !node.isTextual()) {
            refuse(path, node, "a list of at least one address, http://host:port or https://host:port");
        }
        return List.copyOf(sidecars);
    }

    private static @Nullable URI address(String text) {
        try {
            URI uri = new URI(text);
            boolean http = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            return http && uri.getHost() != null ? uri : null;
        } catch (URISyntaxException malformed) {
            return null;
        }
    }

    private @Nullable Path file(String path, String key, JsonNode context) {
        JsonNode node = context.path(key);
        if (node.isMissingNode() || node.isNull()) {
            return null;
        }
        if (!node.isTextual() || node.textValue().isBlank()) {
            refuse(path + "." + key, node, "the name of a file");
            return null;
        }
        if (node.textValue().contains("-----BEGIN")) {
            problems.add(path + "." + key + ": found PEM text, expected the name of a file that holds it");
            return null;
        }
        String text = node.textValue();
        return text.startsWith("~/") ? home.resolve(text.substring(2)) : file.resolveSibling(text);
    }

    private void refuse(String path, JsonNode found, String expected) {
        problems.add("%s: found %s, expected %s".formatted(path, shown(found), expected));
    }

    private static String shown(JsonNode node) {
        return node.isMissingNode()
                ? "nothing"
                : node.isContainerNode() && node.isEmpty() ? "nothing" : node.toString();
    }
}
