/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.idaeus.sidecar.config.ConfigException;
import io.idaeus.sidecar.config.ConfigFile;
import io.idaeus.sidecar.operation.Operations;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A whole sidecar in this process whose Cassandra is down: nothing listens on the ports it knows. */
public final class RunningSidecar implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Sidecar sidecar;
    private final HttpClient http;

    private RunningSidecar(Sidecar sidecar, HttpClient http) {
        this.sidecar = sidecar;
        this.http = http;
    }

    public static RunningSidecar start(Path directory) throws Exception {
        return start(directory, "", HttpClient.newHttpClient());
    }

    /** @param yaml settings beside those of the ports and the state directory */
    public static RunningSidecar start(Path directory, String yaml, HttpClient http) throws Exception {
        return new RunningSidecar(Sidecar.start(config(directory, yaml)), http);
    }

    static RunningSidecar start(Path directory, String yaml, Map<String, String> environment) throws Exception {
        return start(directory, yaml, environment, HttpClient.newHttpClient());
    }

    static RunningSidecar start(Path directory, String yaml, Map<String, String> environment, HttpClient http)
            throws Exception {
        return new RunningSidecar(Sidecar.start(config(directory, yaml, environment)), http);
    }

    static io.idaeus.sidecar.config.SidecarConfig config(Path directory, String yaml)
            throws IOException, ConfigException {
        return config(directory, yaml, Map.of());
    }

    private static io.idaeus.sidecar.config.SidecarConfig config(
            Path directory, String yaml, Map<String, String> environment) throws IOException, ConfigException {
        String ports = """
                cassandra: {jmx: {port: %d}, cql: {port: %d}, responseTimeout: 20s}
                control: {port: 0}
                data: {port: 0, warmUp: false}
                stateDirectory: %s
                """.formatted(ClosedPort.NUMBER, ClosedPort.NUMBER, directory.resolve("state"));
        Path file = Files.writeString(directory.resolve("idaeus.yaml"), ports + yaml);
        return ConfigFile.read(file, environment).config();
    }

    public InetSocketAddress data() {
        return sidecar.data();
    }

    /** Without HTTP. */
    Operations operations() {
        return sidecar.operations();
    }

    public URI uri(String path) {
        return URI.create(sidecar.control() + path);
    }

    /** On the health listener. */
    URI health(String path) {
        return URI.create(sidecar.health() + path);
    }

    public Answer get(String path, String... headers) throws Exception {
        return send(request(path, headers).GET());
    }

    public Answer delete(String path) throws Exception {
        return send(request(path).DELETE());
    }

    public Answer post(String path, String json, String... headers) throws Exception {
        return send(request(path, headers)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json)));
    }

    public Answer put(String path, String json) throws Exception {
        return send(request(path).header("Content-Type", "application/json").PUT(BodyPublishers.ofString(json)));
    }

    public HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path));
        return headers.length == 0 ? request : request.headers(headers);
    }

    public Answer send(HttpRequest.Builder request) throws Exception {
        return new Answer(http.send(request.build(), BodyHandlers.ofString()));
    }

    @Override
    public void close() {
        sidecar.close();
    }

    /** The response to a request. */
    public record Answer(HttpResponse<String> response) {
        public int status() {
            return response.statusCode();
        }

        public String body() {
            return response.body();
        }

        public String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        public JsonNode json() throws IOException {
            return JSON.readTree(response.body());
        }

        /** The type's last part, where this is a problem document and says everything one must. */
        public String problem() throws IOException {
            JsonNode json = json();
            boolean whole = header("Content-Type").equals("application/problem+json")
                    && json.path("status").asInt() == status()
                    && !json.path("title").asText().isEmpty()
                    && !json.path("detail").asText().isEmpty()
                    && json.path("instance").asText().startsWith("/");
            return whole
                    ? json.path("type").asText().replace("urn:idaeus:problem:", "")
                    : "no problem document: " + response + " " + body();
        }

        public String detail() throws IOException {
            return json().path("detail").asText();
        }
    }
}
