/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Prometheus itself, of Debian's package {@code prometheus}, as a process on loopback. It reads sidecars and evaluates
 * the rules of {@code docker/monitoring} every second.
 */
public final class Prometheus implements AutoCloseable {
    private static final Duration START_BOUND = Duration.ofMinutes(1);
    private static final Duration STOP_BOUND = Duration.ofSeconds(30);

    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private final Path directory;
    private final URI uri;
    private final ChildProcess process;

    private Prometheus(Path directory, int port, List<String> targets) {
        this.directory = directory;
        uri = URI.create("http://127.0.0.1:" + port);
        FileTrees.create(List.of(directory));
        try {
            Files.writeString(directory.resolve("prometheus.yml"), """
                    global: {scrape_interval: 1s, evaluation_interval: 1s}
                    rule_files: [%s]
                    scrape_configs:
                      - {job_name: idaeus, static_configs: [{targets: %s}]}
                    """.formatted(
                            Workspace.docker().resolve("monitoring/rules.yaml"),
                            targets.stream().collect(Collectors.joining("', '", "['", "']"))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        process = ChildProcess.start(
                "prometheus",
                List.of(
                        "prometheus",
                        "--config.file=" + directory.resolve("prometheus.yml"),
                        "--storage.tsdb.path=" + directory.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port),
                directory,
                log(),
                Map.of());
        process.awaitReady("prometheus at " + uri, START_BOUND, this::isReady, () -> LogTail.of(log()));
    }

    public static boolean isInstalled() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, "prometheus")));
    }

    /** Returns when it answers queries. */
    public static Prometheus start(Path directory, SidecarProcess... sidecars) {
        List<String> targets =
                Arrays.stream(sidecars).map(SidecarProcess::authority).toList();
        return new Prometheus(directory, freePort(), targets);
    }

    /** {@code scrapeUrl: health, lastError} of each target. */
    public List<String> targets() {
        List<String> targets = new ArrayList<>();
        get("/api/v1/targets?state=active")
                .at("/data/activeTargets")
                .forEach(target -> targets.add(target.path("scrapeUrl").asText() + ": "
                        + target.path("health").asText() + " "
                        + target.path("lastError").asText()));
        return targets;
    }

    /** Every rule as {@code name: health, lastError}. */
    public List<String> rules() {
        List<String> rules = new ArrayList<>();
        get("/api/v1/rules").at("/data/groups").forEach(group -> group.path("rules")
                .forEach(rule -> rules.add(rule.path("name").asText() + ": "
                        + rule.path("health").asText() + rule.path("lastError").asText())));
        return rules;
    }

    /**
     * The series of an instant query.
     *
     * @throws IllegalStateException where Prometheus refuses it
     */
    public List<JsonNode> query(String expression) {
        List<JsonNode> series = new ArrayList<>();
        get("/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8))
                .at("/data/result")
                .forEach(series::add);
        return series;
    }

    private JsonNode get(String path) {
        try {
            HttpResponse<String> response = http.send(
                    HttpRequest.newBuilder(URI.create(uri + path)).build(), HttpResponse.BodyHandlers.ofString());
            JsonNode answer = json.readTree(response.body());
            if (!answer.path("status").asText().equals("success")) {
                throw new IllegalStateException("Prometheus refuses " + path + ": " + response.body());
            }
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException("Prometheus does not answer " + path + "\n" + LogTail.of(log()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private boolean isReady() throws InterruptedException {
        try {
            return http.send(
                                    HttpRequest.newBuilder(uri.resolve("/-/ready"))
                                            .build(),
                                    HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private Path log() {
        return directory.resolve("prometheus.log");
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.stop(STOP_BOUND);
    }
}
