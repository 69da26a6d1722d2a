/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * Speaks the sidecar's protocol over real HTTP. What it answers is scripted by "METHOD /path"; where several answers are
 * scripted they come in turn, and the last one stays.
 */
public final class FakeSidecar implements AutoCloseable {

    /** A request that came. */
    public record Received(String method, String target, String accept, String idempotencyKey, String body) {
        /** Method and target, for instance {@code GET /v1/node}. */
        public String line() {
            return method + " " + target;
        }
    }

    /** Answers a request. */
    @FunctionalInterface
    public interface Script {
        void answer(HttpExchange exchange) throws IOException;
    }

    private final Map<String, Deque<Script>> scripts = new HashMap<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    private FakeSidecar(HttpServer server) {
        this.server = server;
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    /** On a free port of loopback. */
    public static FakeSidecar start() {
        return start(0);
    }

    /** On this port of loopback: where an earlier one was. */
    public static FakeSidecar start(int port) {
        try {
            return new FakeSidecar(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0));
        } catch (IOException unavailable) {
            throw new UncheckedIOException(unavailable);
        }
    }

    /** With TLS, asking every client for its certificate. */
    public static FakeSidecar startTls(SSLContext tls) {
        try {
            HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setHttpsConfigurator(new HttpsConfigurator(tls) {
                @Override
                public void configure(HttpsParameters parameters) {
                    SSLParameters wanted = tls.getDefaultSSLParameters();
                    wanted.setNeedClientAuth(true);
                    parameters.setSSLParameters(wanted);
                }
            });
            return new FakeSidecar(server);
        } catch (IOException unavailable) {
            throw new UncheckedIOException(unavailable);
        }
    }

    /** Where it is. */
    public URI uri() {
        String scheme = server instanceof HttpsServer ? "https" : "http";
        return URI.create(scheme + "://127.0.0.1:" + port());
    }

    /** The port it has. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** Everything that came, in order. */
    public List<Received> received() {
        return received;
    }

    public Received last() {
        return received.get(received.size() - 1);
    }

    /** Scripts the next answer to "METHOD /path". */
    public synchronized FakeSidecar on(String line, Script script) {
        scripts.computeIfAbsent(line, key -> new ArrayDeque<>()).add(script);
        return this;
    }

    /** Scripts an answer of JSON. */
    public FakeSidecar on(String line, int status, String json) {
        return on(line, exchange -> respond(exchange, status, "application/json", json));
    }

    /** Scripts an answer of another type. */
    public FakeSidecar on(String line, int status, String type, String body) {
        return on(line, exchange -> respond(exchange, status, type, body));
    }

    /** Scripts an event stream that ends well. */
    public FakeSidecar onEvents(String line, String... events) {
        return on(line, 200, "text/event-stream", String.join("", events));
    }

    /** A script that sends this much of an answer and then nothing until the sidecar closes. */
    public Script stallAfter(String type, String part) {
        return exchange -> {
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(part.getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            waitUntilClosed();
        };
    }

    /** A script that answers nothing until the sidecar closes. */
    public Script silence() {
        return exchange -> waitUntilClosed();
    }

    /** A script that promises more bytes than it sends, and hangs up. */
    public static Script truncated(String type, String part) {
        return exchange -> {
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(200, part.length() + 100L);
            exchange.getResponseBody().write(part.getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            throw new IOException("hang up");
        };
    }

    /** A script that sends part of an event stream and hangs up without the last chunk. */
    public static Script hangUpAfter(String events) {
        return exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(events.getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            throw new IOException("hang up");
        };
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        received.add(new Received(
                exchange.getRequestMethod(),
                exchange.getRequestURI().toString(),
                exchange.getRequestHeaders().getFirst("Accept"),
                exchange.getRequestHeaders().getFirst("Idempotency-Key"),
                body));
        next(exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath())
                .answer(exchange);
        exchange.close();
    }

    private synchronized Script next(String line) {
        Deque<Script> answers = scripts.get(line);
        if (answers == null) {
            return exchange -> respond(exchange, 500, "text/plain", "nothing scripted for " + line);
        }
        return answers.size() > 1 ? answers.remove() : answers.element();
    }

    private static void respond(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    private void waitUntilClosed() {
        try {
            closed.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
