/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.idaeus.api.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends requests to one base URI; every failure is a {@link SidecarCallException}. Thread-safe. */
record Wire(HttpClient http, URI base, @Nullable Supplier<String> token) {

    private static final int QUOTED_CHARACTERS = 300;
    private static final int SHOWN_CHARACTERS = 4_000;

    Wire {
        if (token != null && "http".equalsIgnoreCase(base.getScheme()) && !isLoopback(base.getHost())) {
            throw new IllegalArgumentException(
                    "A token would be sent to %s in plain text (expected: https, or a loopback address)"
                            .formatted(base));
        }
    }

    // By its text: a name may resolve to another address at each look-up.
    private static boolean isLoopback(String host) {
        return host.equalsIgnoreCase("localhost") || host.matches("127(\\.\\d{1,3}){3}") || host.equals("[::1]");
    }

    Wire at(URI other) {
        return new Wire(http, other, token);
    }

    HttpResponse<InputStream> forward(String method, String target, byte @Nullable [] json, Duration timeout) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + target))
                .header("Accept", "application/json, application/problem+json")
                .method(method, json == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(json));
        if (token != null) {
            request.header("Authorization", "Bearer " + token.get());
        }
        if (json != null) {
            request.header("Content-Type", "application/json");
        }
        return exchange(request.build(), BodyHandlers.ofInputStream(), timeout);
    }

    HttpRequest.Builder request(String method, ServerAddress target, @Nullable Object body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + target.toString()))
                .header("Accept", "application/json, application/problem+json");
        if (token != null) {
            request.header("Authorization", "Bearer " + token.get());
        }
        if (body == null) {
            return request.method(method, BodyPublishers.noBody());
        }
        return request.header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofByteArray(serialize(body)));
    }

    <T> T call(HttpRequest request, Duration timeout, Class<T> type) {
        return read(request, accepted(request, bytes(request, timeout, AnswerBound.of(type))), type);
    }

    /** The same, where a response 503 may hold the type too. */
    <T> T callEvenIfUnavailable(HttpRequest request, Duration timeout, Class<T> type) {
        HttpResponse<byte[]> answer = bytes(request, timeout, AnswerBound.of(type));
        if (answer.statusCode() == 503 && parse(answer.body(), Problem.class).isEmpty()) {
            return parse(answer.body(), type).orElseThrow(() -> refusal(request, answer, answer.body()));
        }
        return read(request, accepted(request, answer), type);
    }

    /**
     * Reads no more than a document.
     *
     * @throws SidecarException for any status but 2xx
     */
    HttpResponse<byte[]> send(HttpRequest request, Duration timeout) {
        return accepted(request, bytes(request, timeout, AnswerBound.DOCUMENT));
    }

    private HttpResponse<byte[]> bytes(HttpRequest request, Duration timeout, AnswerBound bound) {
        long deadline = System.nanoTime() + timeout.toNanos();
        Duration left = timeout;
        while (true) {
            HttpResponse<byte[]> answer = exchange(
                    request,
                    info -> new BoundedBody((info.statusCode() / 100 == 2 ? bound : AnswerBound.DOCUMENT).bytes()),
                    left);
            Optional<Duration> pause = RetryAfter.pause(answer, answer.body());
            if (pause.isEmpty() || System.nanoTime() + pause.get().toNanos() - deadline >= 0) {
                return answer;
            }
            RetryAfter.sleep(request.uri(), pause.get());
            left = Duration.ofNanos(Math.max(1_000_000, deadline - System.nanoTime()));
        }
    }

    private HttpResponse<byte[]> accepted(HttpRequest request, HttpResponse<byte[]> answer) {
        if (answer.statusCode() / 100 != 2) {
            throw refusal(request, answer, answer.body());
        }
        return answer;
    }

    /**
     * Sends the request and waits for the whole body, up to the timeout. HttpRequest's own timeout covers only the headers.
     */
    <T> HttpResponse<T> exchange(HttpRequest request, BodyHandler<T> handler, Duration timeout) {
        CompletableFuture<HttpResponse<T>> answer = http.sendAsync(request, handler);
        try {
            return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            answer.cancel(true);
            throw SidecarUnreachableException.timeout(request.uri(), timeout, late);
        } catch (InterruptedException interrupt) {
            answer.cancel(true);
            throw interrupted(request.uri(), interrupt);
        } catch (ExecutionException failure) {
            throw failed(request, failure);
        }
    }

    <T> T read(HttpRequest request, HttpResponse<byte[]> answer, Class<T> type) {
        try {
            T value = ClientJson.read(answer.body(), type);
            if (value != null) {
                return value;
            }
            throw malformed(request, answer, type, null);
        } catch (IOException unreadable) {
            throw malformed(request, answer, type, unreadable);
        }
    }

    SidecarException refusal(HttpRequest request, HttpResponse<?> answer, byte[] body) {
        int status = answer.statusCode();
        Problem problem = parse(body, Problem.class)
                .map(Wire::shown)
                .map(this::withCertificate)
                .orElseGet(() -> new Problem(
                        "about:blank",
                        "The response does not come from a sidecar",
                        status,
                        "HTTP status %d without a problem document; check that the address is a sidecar's. Response: %s"
                                .formatted(status, quote(body)),
                        request.uri().getRawPath()));
        return new SidecarException(
                request.method(), request.uri(), problem, RetryAfter.of(answer).orElse(null));
    }

    // The sidecar has seen no certificate, and cannot know that there is one.
    private Problem withCertificate(Problem problem) {
        OwnCertificate own = problem.status() == 401 ? OwnCertificate.in(http.sslContext()) : null;
        return own == null
                ? problem
                : own.withheld()
                        .map(why -> new Problem(
                                problem.type(),
                                problem.title(),
                                problem.status(),
                                problem.detail() + " " + shown(why) + ".",
                                problem.instance()))
                        .orElse(problem);
    }

    static CancellationException interrupted(URI uri, InterruptedException cause) {
        Thread.currentThread().interrupt();
        CancellationException cancelled = new CancellationException("Interrupted while waiting for " + uri);
        cancelled.initCause(cause);
        return cancelled;
    }

    private RuntimeException failed(HttpRequest request, ExecutionException failure) {
        URI uri = request.uri();
        Throwable cause = failure.getCause();
        if (cause instanceof BoundedBody.TooLongException tooLong) {
            return tooLong(request, tooLong);
        }
        if (cause instanceof IOException broken) {
            return SidecarUnreachableException.of(uri, broken, OwnCertificate.in(http.sslContext()));
        }
        if (cause instanceof RuntimeException malformed) {
            // The HTTP client throws it, for instance where Content-Length is no number.
            return SidecarUnreachableException.of(
                    uri, new IOException("the response breaks HTTP: " + malformed, malformed), null);
        }
        return new IllegalStateException("The call to %s failed unexpectedly".formatted(uri), failure);
    }

    private static SidecarException tooLong(HttpRequest request, BoundedBody.TooLongException cause) {
        Problem problem = new Problem(
                "about:blank",
                "The response is too long",
                200,
                cause.getMessage() + "; check that the address is a sidecar's. A list may take an eighth of the heap:"
                        + " ask for smaller pages, or give this process more memory",
                request.uri().getRawPath());
        return new SidecarException(request.method(), request.uri(), problem, cause);
    }

    private static SidecarException malformed(
            HttpRequest request, HttpResponse<byte[]> answer, Class<?> type, @Nullable IOException cause) {
        String found = cause instanceof JsonProcessingException json ? json.getOriginalMessage() : "nothing";
        String remedy = cause instanceof StreamConstraintsException
                ? "give this process more heap (-Xmx) if the cluster is that large, or check that the address is a sidecar's"
                : "check that the address is a sidecar's and that the versions are compatible";
        Problem problem = new Problem(
                "about:blank",
                "The response is not as expected",
                answer.statusCode(),
                "Expected a %s, found: %s; %s. Response: %s"
                        .formatted(type.getSimpleName(), shown(found), remedy, quote(answer.body())),
                request.uri().getRawPath());
        return cause == null
                ? new SidecarException(request.method(), request.uri(), problem)
                : new SidecarException(request.method(), request.uri(), problem, cause);
    }

    static <T> Optional<T> parse(byte[] body, Class<T> type) {
        try {
            return Optional.ofNullable(ClientJson.read(body, type));
        } catch (IOException somethingElse) {
            return Optional.empty();
        }
    }

    private static String quote(byte[] body) {
        String text = new String(body, 0, Math.min(body.length, 4 * QUOTED_CHARACTERS), StandardCharsets.UTF_8).strip();
        return text.isEmpty() ? "(empty)" : shown(text, QUOTED_CHARACTERS);
    }

    // People read it, in logs and terminals too.
    private static Problem shown(Problem problem) {
        return new Problem(
                problem.type(),
                shown(problem.title()),
                problem.status(),
                shown(problem.detail()),
                problem.instance() == null ? null : shown(problem.instance()));
    }

    static String shown(String text) {
        return shown(text, SHOWN_CHARACTERS);
    }

    // Cf is what turns the direction of the text that follows.
    private static String shown(String text, int longest) {
        String cut = text.length() <= longest ? text : text.substring(0, longest) + "…";
        return cut.replaceAll("[\\p{Cntrl}\\p{Cf}]+", " ");
    }

    private static byte[] serialize(Object body) {
        try {
            return ClientJson.mapper().writeValueAsBytes(body);
        } catch (JsonProcessingException impossible) {
            throw new IllegalArgumentException("Not a record of the contract: " + body, impossible);
        }
    }
}
