/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.ui;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.idaeus.api.Problem;
import io.idaeus.api.plan.PlanApproval;
import io.idaeus.client.ClientJson;
import io.idaeus.client.PlanApprovals;
import io.idaeus.client.SidecarCallException;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarException;
import io.idaeus.ui.UiFile;
import io.idaeus.ui.UiSidecars;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Serves the page on loopback, and forwards its calls to sidecars. Thread-safe. */
public final class UiServer implements AutoCloseable {

    /**
     * A sidecar that the page shows.
     *
     * @param name for people
     */
    public record Shown(String name, SidecarClient client) {}

    // The page gives up then, and asks again: calls of a sidecar that hangs must not pile up.
    private static final Duration READING = Duration.ofSeconds(15);
    private static final Duration CHANGING = Duration.ofMinutes(5);

    private static final int THREADS = 128;
    private static final int MAX_BODY_BYTES = 1 << 20;
    private static final Pattern OPEN = Pattern.compile("/open/([A-Za-z0-9_-]+)");
    private static final Pattern FORWARDED = Pattern.compile("/ui/sidecars/(\\d{1,5})(/(?:v1|health)/.+)");
    private static final Pattern APPROVAL = Pattern.compile("/v1/plans/([A-Za-z0-9-]+)/approve");
    private static final String PAGE = "/ui/";
    private static final String JSON = "application/json";

    private final List<Shown> sidecars;
    private final boolean identified;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS, task -> {
        Thread thread = new Thread(task, "ui");
        thread.setDaemon(true);
        return thread;
    });
    private final Door door;

    private UiServer(List<Shown> sidecars, boolean identified, HttpServer server) {
        this.identified = identified;
        this.sidecars = List.copyOf(sidecars);
        this.server = server;
        this.door = new Door(server.getAddress().getPort());
    }

    /**
     * @param identified whether sidecars can tell who calls
     * @param port 0 for any that is free
     * @throws IOException where the port is taken
     */
    public static UiServer start(List<Shown> sidecars, boolean identified, int port) throws IOException {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), 0);
        UiServer ui = new UiServer(sidecars, identified, server);
        server.createContext("/", ui::answer);
        server.setExecutor(ui.threads);
        server.start();
        return ui;
    }

    /** The address that opens the page, once. */
    public URI address() {
        return URI.create(
                "http://127.0.0.1:%d/open/%s".formatted(server.getAddress().getPort(), door.token()));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getRawPath();
            String refusal = door.refusal(exchange);
            Matcher open = OPEN.matcher(path);
            if (refusal != null) {
                problem(exchange, 403, "Refused", refusal);
            } else if (open.matches()) {
                open(exchange, open.group(1));
            } else if (!door.knows(exchange)) {
                text(
                        exchange,
                        401,
                        "Open the page by the address that idaeus ui prints. It works once, in one browser.");
            } else {
                known(exchange, path);
            }
        }
    }

    private void open(HttpExchange exchange, String token) throws IOException {
        if (door.opens(token)) {
            exchange.getResponseHeaders().add("Set-Cookie", door.cookie());
            redirect(exchange);
        } else if (door.knows(exchange)) {
            redirect(exchange);
        } else {
            text(exchange, 403, "This address has been used. Start idaeus ui again for another.");
        }
    }

    private void known(HttpExchange exchange, String path) throws IOException {
        Matcher forwarded = FORWARDED.matcher(path);
        if (forwarded.matches()) {
            int number = Integer.parseInt(forwarded.group(1));
            if (number >= sidecars.size()) {
                problem(
                        exchange,
                        404,
                        "There is no such sidecar",
                        "Sidecar %d (found: %d)".formatted(number, sidecars.size()));
                return;
            }
            String query = exchange.getRequestURI().getRawQuery();
            forward(exchange, sidecars.get(number), forwarded.group(2) + (query == null ? "" : "?" + query));
        } else if (!exchange.getRequestMethod().equals("GET")) {
            problem(exchange, 405, "Files of the page are only read", exchange.getRequestMethod() + " " + path);
        } else if (path.equals(PAGE + "sidecars.json")) {
            send(exchange, 200, JSON, json(names()));
        } else if (path.startsWith(PAGE)) {
            Optional<UiFile> file = UiFile.find(path.substring(PAGE.length()));
            if (file.isPresent()) {
                send(exchange, 200, file.get().type(), file.get().bytes());
            } else {
                problem(exchange, 404, "The page has no such file", path);
            }
        } else {
            redirect(exchange);
        }
    }

    private UiSidecars names() {
        return new UiSidecars(IntStream.range(0, sidecars.size())
                .mapToObj(i -> new UiSidecars.Sidecar(sidecars.get(i).name(), "sidecars/" + i))
                .toList());
    }

    private void forward(HttpExchange exchange, Shown sidecar, String target) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
        if (body.length > MAX_BODY_BYTES) {
            problem(exchange, 413, "The request is too long", "More than %d bytes".formatted(MAX_BODY_BYTES));
            return;
        }
        Matcher approval = APPROVAL.matcher(target);
        if (identified && approval.matches() && exchange.getRequestMethod().equals("POST")) {
            approve(exchange, sidecar, approval.group(1), body);
            return;
        }
        HttpResponse<InputStream> answer;
        try {
            String method = exchange.getRequestMethod();
            answer = sidecar.client()
                    .forward(method, target, body.length == 0 ? null : body, method.equals("GET") ? READING : CHANGING);
        } catch (SidecarCallException | IllegalArgumentException failure) {
            problem(exchange, 502, sidecar.name() + " does not answer", String.valueOf(failure.getMessage()));
            return;
        }
        try (InputStream in = answer.body()) {
            headers(exchange, answer.headers().firstValue("Content-Type").orElse("application/octet-stream"));
            exchange.sendResponseHeaders(answer.statusCode(), answer.statusCode() == 204 ? -1 : 0);
            if (answer.statusCode() != 204) {
                try (OutputStream out = exchange.getResponseBody()) {
                    in.transferTo(out);
                }
            }
        }
    }

    private static void approve(HttpExchange exchange, Shown coordinator, String plan, byte[] body) throws IOException {
        try {
            String digest =
                    ClientJson.mapper().readValue(body, PlanApproval.class).digest();
            send(exchange, 200, JSON, json(PlanApprovals.approve(coordinator.client(), plan, digest)));
        } catch (JsonProcessingException malformed) {
            problem(exchange, 400, "The approval is not as expected", malformed.getOriginalMessage());
        } catch (SidecarException refused) {
            send(exchange, refused.problem().status(), "application/problem+json", json(refused.problem()));
        } catch (SidecarCallException | IllegalArgumentException failure) {
            problem(exchange, 502, "A sidecar does not answer", String.valueOf(failure.getMessage()));
        }
    }

    private static void redirect(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().add("Location", PAGE);
        exchange.sendResponseHeaders(303, -1);
    }

    private static void problem(HttpExchange exchange, int status, String title, String detail) throws IOException {
        Problem problem = new Problem("about:blank", title, status, detail, null);
        send(exchange, status, "application/problem+json", json(problem));
    }

    private static void text(HttpExchange exchange, int status, String text) throws IOException {
        send(exchange, status, "text/plain; charset=utf-8", (text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        headers(exchange, type);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    private static void headers(HttpExchange exchange, @Nullable String type) {
        UiFile.HEADERS.forEach(exchange.getResponseHeaders()::set);
        exchange.getResponseHeaders().set("Content-Type", type);
    }

    private static byte[] json(Object value) {
        try {
            return ClientJson.mapper().writeValueAsBytes(value);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
