/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import io.idaeus.it.harness.process.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.Yaml;

/**
 * An operation of the OpenAPI document.
 *
 * @param permission null where it needs none
 */
record Operation(
        String method,
        String path,
        boolean hasBody,
        @Nullable String permission) {
    private static final Pattern PERMISSION = Pattern.compile("lacks the\\s+permission\\s+`(\\w+)`");

    static List<Operation> all() throws IOException {
        Path document = Workspace.module().resolveSibling("api-spec/openapi/idaeus-v1.yaml");
        Map<String, Map<String, ?>> root = new Yaml().load(Files.readString(document));
        Map<String, ?> paths = Objects.requireNonNull(root.get("paths"), "paths");
        List<Operation> operations = new ArrayList<>();
        paths.forEach((path, methods) -> ((Map<?, ?>) methods).forEach((method, operation) -> {
            Matcher permission = PERMISSION.matcher(String.valueOf(((Map<?, ?>) operation).get("responses")));
            operations.add(new Operation(
                    String.valueOf(method).toUpperCase(Locale.ROOT),
                    path,
                    ((Map<?, ?>) operation).containsKey("requestBody"),
                    permission.find() ? permission.group(1).toLowerCase(Locale.ROOT) : null));
        }));
        return operations;
    }
}
