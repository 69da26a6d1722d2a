/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.ProblemType;
import io.idaeus.it.harness.process.Workspace;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.Yaml;

/**
 * A plain HTTP client of the control plane. Records which operations of the committed OpenAPI document have succeeded.
 */
final class ControlPlaneCalls {
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI base;
    private final Map<String, Pattern> operations = contract();
    private final Set<String> succeeded = ConcurrentHashMap.newKeySet();

    ControlPlaneCalls(URI base) {
        this.base = base;
    }

    Answer get(String path) {
        return call("GET", path, null);
    }

    Answer delete(String path) {
        return call("DELETE", path, null);
    }

    Answer post(String path, String json, String... headers) {
        return call("POST", path, json, headers);
    }

    Answer put(String path, String json) {
        return call("PUT", path, json);
    }

    /** @param body sent as JSON unless a header says otherwise; null for none */
    Answer call(String method, String path, @Nullable String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path))
                .timeout(Duration.ofSeconds(30))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (body != null && !List.of(headers).contains("Content-Type")) {
            request.header("Content-Type", "application/json");
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            var response = http.send(request.build(), BodyHandlers.ofString());
            remember(method, response.request().uri().getPath(), response.statusCode());
            return new Answer(response.statusCode(), response.headers(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted in " + method + " " + path, e);
        }
    }

    /** Reads a stream until a line contains this text. */
    List<String> readUntil(String path, String text, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path)).timeout(Duration.ofSeconds(30));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            var response = http.send(request.build(), BodyHandlers.ofInputStream());
            remember("GET", response.request().uri().getPath(), response.statusCode());
            List<String> lines = new ArrayList<>();
            try (var reader = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
                String line = "";
                while (line != null && !line.contains(text)) {
                    line = reader.readLine();
                    lines.add(String.valueOf(line));
                }
            }
            return lines;
        } catch (IOException e) {
            throw new UncheckedIOException("GET " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted in GET " + path, e);
        }
    }

    /** Sends malformed bytes and returns the response up to the close. */
    String raw(String request) {
        try (Socket socket = new Socket(base.getHost(), base.getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(request, e);
        }
    }

    /** Operations of the OpenAPI document without a success so far, for instance {@code GET /v1/node}. */
    Set<String> neverSucceeded() {
        Set<String> missing = new TreeSet<>(operations.keySet());
        missing.removeAll(succeeded);
        return missing;
    }

    private void remember(String method, String path, int status) {
        if (status / 100 == 2) {
            operations.forEach((operation, pattern) -> {
                if (pattern.matcher(method + " " + path).matches()) {
                    succeeded.add(operation);
                }
            });
        }
    }

    private static Map<String, Pattern> contract() {
        Map<String, Pattern> operations = new ConcurrentHashMap<>();
        try {
            String document = Files.readString(Workspace.module().resolveSibling("api-spec/openapi/idaeus-v1.yaml"));
            Map<String, Map<String, Map<String, ?>>> root =
                    new Yaml().load(document.substring(document.indexOf("\npaths:")));
            root.get("paths").forEach((path, methods) -> methods.keySet().forEach(method -> {
                String operation = method.toUpperCase(Locale.ROOT) + " " + path;
                operations.put(operation, Pattern.compile(operation.replaceAll("\\{\\w+}", "[^/]+")));
            }));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return operations;
    }

    record Answer(int status, HttpHeaders headers, String body) {
        String header(String name) {
            return headers.firstValue(name).orElse("");
        }

        /** The value at a path of names and indices. Fails if there is none. */
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the caller knows the shape of the answer
        <T> T at(Object... path) {
            Object at = new Yaml().load(body);
            for (Object step : path) {
                Object found = step instanceof Integer index ? ((List<?>) at).get(index) : ((Map<?, ?>) at).get(step);
                assertThat(found)
                        .as("%s at %s of %s", step, List.of(path), body)
                        .isNotNull();
                at = found;
            }
            return (T) at;
        }

        /** Expects this status. */
        Answer is(int expected) {
            assertThat(status).as("%s", this).isEqualTo(expected);
            return this;
        }

        /** Expects a complete problem document of this type whose detail contains all of {@code said}. */
        Answer isProblem(ProblemType type, String... said) {
            assertThat(status + " " + body).startsWith(type.status() + " {").contains("\"" + type.uri() + "\"");
            assertThat(header("Content-Type")).isEqualTo("application/problem+json");
            assertThat((String) at("title")).isEqualTo(type.title());
            assertThat((int) at("status")).isEqualTo(status);
            assertThat((String) at("instance")).startsWith("/");
            assertThat((String) at("detail"))
                    .contains(List.of(said))
                    .doesNotContain("Exception", "java.", "io.idaeus.");
            return this;
        }
    }
}
