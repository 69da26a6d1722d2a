/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.idaeus.api.Problem;
import io.idaeus.client.EventStreamParser.ServerEvent;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Reads events of one kind from one connection. */
final class ServerEvents<T> {

    private static final int MAX_PROBLEM_CHARACTERS = 1 << 20;

    private final Wire wire;
    private final HttpRequest request;
    private final Duration idleTimeout;
    private final Class<T> type;
    private final Set<String> names;

    /** @param names of the events to read; others are skipped */
    ServerEvents(Wire wire, HttpRequest request, Duration idleTimeout, Class<T> type, Set<String> names) {
        this.wire = wire;
        this.request = request;
        this.idleTimeout = idleTimeout;
        this.type = type;
        this.names = names;
    }

    /** Passes each event on until the sidecar ends the stream. */
    void forEach(Duration headersTimeout, Consumer<T> consumer) {
        long deadline = System.nanoTime() + headersTimeout.toNanos();
        Optional<Duration> pause = read(headersTimeout, deadline, consumer);
        while (pause.isPresent()) {
            RetryAfter.sleep(request.uri(), pause.get());
            pause = read(headersTimeout, deadline, consumer);
        }
    }

    /** Empty after the last event; else when to connect again. */
    private Optional<Duration> read(Duration headersTimeout, long deadline, Consumer<T> consumer) {
        HttpResponse<LineBody> answer = wire.exchange(request, info -> new LineBody(), headersTimeout);
        try (LineBody lines = answer.body()) {
            if (answer.statusCode() / 100 != 2) {
                byte[] body = rest(lines);
                Optional<Duration> pause = RetryAfter.pause(answer, body)
                        .filter(wait -> System.nanoTime() + wait.toNanos() - deadline < 0);
                if (pause.isPresent()) {
                    return pause;
                }
                throw wire.refusal(request, answer, body);
            }
            dispatch(lines, consumer);
            return Optional.empty();
        } catch (IOException broken) {
            throw SidecarUnreachableException.of(
                    request.uri(), broken, OwnCertificate.in(wire.http().sslContext()));
        } catch (TimeoutException idle) {
            throw SidecarUnreachableException.timeout(request.uri(), idleTimeout, idle);
        } catch (InterruptedException interrupt) {
            throw Wire.interrupted(request.uri(), interrupt);
        }
    }

    private void dispatch(LineBody lines, Consumer<T> consumer)
            throws IOException, InterruptedException, TimeoutException {
        EventStreamParser parser = new EventStreamParser();
        for (Optional<String> line = lines.next(idleTimeout); line.isPresent(); line = lines.next(idleTimeout)) {
            parser.line(line.get())
                    .filter(event -> names.contains(event.name()))
                    .ifPresent(event -> consumer.accept(read(event)));
        }
    }

    private byte[] rest(LineBody lines) throws IOException, InterruptedException, TimeoutException {
        StringBuilder text = new StringBuilder();
        Optional<String> line = lines.next(idleTimeout);
        while (line.isPresent() && text.length() < MAX_PROBLEM_CHARACTERS) {
            text.append(line.get()).append('\n');
            line = lines.next(idleTimeout);
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private T read(ServerEvent event) {
        try {
            return ClientJson.mapper().readValue(event.data(), type);
        } catch (JsonProcessingException unreadable) {
            Problem problem = new Problem(
                    "about:blank",
                    "The response is not as expected",
                    200,
                    "Expected a %s, found: %s; check that the versions of both sides are compatible"
                            .formatted(type.getSimpleName(), unreadable.getOriginalMessage()),
                    request.uri().getRawPath());
            throw new SidecarException(request.method(), request.uri(), problem, unreadable);
        }
    }
}
