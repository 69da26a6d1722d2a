/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.idaeus.api.contract.Permission;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An operation of the OpenAPI document.
 *
 * @param permission OPEN where the document names none
 */
record DocumentedOperation(String method, String path, String id, Permission permission) {
    private static final Pattern PERMISSION = Pattern.compile("lacks the permission `(\\w+)`");

    static Stream<DocumentedOperation> all() throws IOException {
        JsonNode paths = new YAMLMapper()
                .readTree(Path.of("../api-spec/openapi/idaeus-v1.yaml").toFile())
                .path("paths");
        List<DocumentedOperation> operations = new ArrayList<>();
        paths.properties().forEach(path -> path.getValue()
                .properties()
                .forEach(method -> operations.add(new DocumentedOperation(
                        method.getKey().toUpperCase(Locale.ROOT),
                        path.getKey(),
                        method.getValue().path("operationId").asText(),
                        permission(method.getValue())))));
        return operations.stream();
    }

    private static Permission permission(JsonNode operation) {
        Matcher named = PERMISSION.matcher(
                operation.at("/responses/403/description").asText().replaceAll("\\s+", " "));
        return named.find() ? Permission.valueOf(named.group(1).toUpperCase(Locale.ROOT)) : Permission.OPEN;
    }

    boolean isRead() {
        return method.equals("GET") || method.equals("HEAD");
    }

    @Override
    public String toString() {
        return method + " " + path;
    }
}
