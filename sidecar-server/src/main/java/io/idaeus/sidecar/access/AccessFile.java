/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.access;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads an access list:
 *
 * <pre>
 * grants:
 *   - role: peer
 *     to: ["dns:*.sidecars.example.org"]
 *   - role: operator
 *     to: ["CN=alice,O=Example", "token:bob@example.org"]
 *     keyspaces: ["shop", "audit_*"]
 * </pre>
 *
 * {@code keyspaces} is {@code ["*"]} where it is missing; {@code issuer} is any.
 */
final class AccessFile {
    private static final Set<String> KEYS = Set.of("role", "to", "issuer", "keyspaces");
    private static final ObjectReader YAML = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build()
            .reader();

    private final List<String> problems = new ArrayList<>();

    private AccessFile() {}

    /** @throws IllegalArgumentException with every problem of the text */
    static AccessList parse(String text) {
        AccessFile file = new AccessFile();
        List<Grant> grants = file.grants(tree(text));
        if (!file.problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", file.problems));
        }
        return new AccessList(grants);
    }

    private static JsonNode tree(String text) {
        try {
            return YAML.readTree(text);
        } catch (JsonProcessingException e) {
            var at = e.getLocation();
            throw new IllegalArgumentException(
                    (at == null ? "" : "line " + at.getLineNr() + ", column " + at.getColumnNr() + ": ")
                            + e.getOriginalMessage().replaceAll("\\s+", " "),
                    e);
        }
    }

    private List<Grant> grants(JsonNode root) {
        root.fieldNames().forEachRemaining(key -> {
            if (!key.equals("grants")) {
                problems.add(key + ": unknown (expected: grants)");
            }
        });
        JsonNode list = root.path("grants");
        if (!list.isArray()) {
            problems.add("grants: " + shown(list) + " (expected: a list of grants; [] allows nobody)");
        }
        List<Grant> grants = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            grant("grants[" + i + "]", list.get(i)).ifPresent(grants::add);
        }
        return grants;
    }

    private Optional<Grant> grant(String at, JsonNode node) {
        int before = problems.size();
        if (!node.isObject()) {
            problems.add(at + ": " + shown(node) + " (expected: role, to, and keyspaces or issuer where wanted)");
            return Optional.empty();
        }
        Iterator<String> names = node.fieldNames();
        names.forEachRemaining(key -> {
            if (!KEYS.contains(key)) {
                problems.add(at + "." + key + ": unknown (expected: role, to, issuer or keyspaces)");
            }
        });
        Optional<Role> role = Role.of(node.path("role").asText(""));
        if (role.isEmpty()) {
            problems.add(at + ".role: " + shown(node.path("role")) + " (expected: "
                    + Arrays.stream(Role.values()).map(Role::spelling).collect(Collectors.joining(", ")) + ")");
        }
        List<IdentityPattern> to = new ArrayList<>();
        texts(at + ".to", node.path("to"), "at least one identity: " + IdentityPattern.EXPECTED, text -> {
            try {
                to.add(IdentityPattern.parse(text));
            } catch (IllegalArgumentException e) {
                problems.add(at + ".to: \"" + text + "\" (expected: " + IdentityPattern.EXPECTED + "; " + e.getMessage()
                        + ")");
            }
        });
        List<Glob> keyspaces = new ArrayList<>();
        if (node.has("keyspaces")) {
            texts(
                    at + ".keyspaces",
                    node.path("keyspaces"),
                    "at least one keyspace; leave it out for all",
                    text -> keyspaces.add(Glob.of(text, "")));
        } else {
            keyspaces.add(Glob.of("*", ""));
        }
        IssuerPattern issuer = issuer(at, node.path("issuer"));
        return problems.size() > before
                ? Optional.empty()
                : Optional.of(new Grant(role.orElseThrow(), to, issuer, keyspaces));
    }

    private @Nullable IssuerPattern issuer(String at, JsonNode node) {
        if (node.isMissingNode()) {
            return null;
        }
        if (!node.isTextual() || node.asText().isBlank()) {
            problems.add(at + ".issuer: " + shown(node) + " (expected: an issuer's name; leave it out for any)");
            return null;
        }
        return IssuerPattern.parse(node.asText());
    }

    private void texts(String at, JsonNode list, String expected, Consumer<String> each) {
        if (!list.isArray() || list.isEmpty()) {
            problems.add(at + ": " + shown(list) + " (expected: a list with " + expected + ")");
            return;
        }
        for (JsonNode item : list) {
            if (item.isValueNode() && !item.isNull() && !item.asText().isBlank()) {
                each.accept(item.asText());
            } else {
                problems.add(at + ": " + shown(item) + " (expected: text)");
            }
        }
    }

    private static String shown(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> "a mapping";
            case ARRAY -> node.isEmpty() ? "an empty list" : "a list";
            case MISSING, NULL -> "nothing";
            default -> '"' + node.asText() + '"';
        };
    }
}
