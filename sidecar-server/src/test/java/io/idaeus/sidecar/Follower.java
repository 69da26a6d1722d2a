/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** Reads a stream of server-sent events, one after the other. */
public final class Follower implements AutoCloseable {
    private final HttpResponse<InputStream> response;
    private final BufferedReader lines;

    private Follower(HttpResponse<InputStream> response) {
        this.response = response;
        this.lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    public static Follower of(RunningSidecar sidecar, String path, String... headers) throws Exception {
        return new Follower(
                HttpClient.newHttpClient().send(sidecar.request(path, headers).build(), BodyHandlers.ofInputStream()));
    }

    /** The whole of a refusal; of a stream, which may have no end, what comes first. */
    public static BodyHandler<String> firstBytes() {
        return info -> info.statusCode() == 200 ? new FirstBytes() : BodySubscribers.ofString(StandardCharsets.UTF_8);
    }

    public int status() {
        return response.statusCode();
    }

    /** The next line with anything in it, which must be a comment. */
    public String comment() throws IOException {
        String line = "";
        while (line != null && line.isEmpty()) {
            line = lines.readLine();
        }
        if (line == null || !line.startsWith(":")) {
            throw new AssertionError("expected a comment: " + line);
        }
        return line;
    }

    /** Empty at the end of the stream. */
    public Optional<Seen> next() throws IOException {
        String id = "";
        String name = "";
        StringBuilder data = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("id: ")) {
                id = line.substring(4);
            } else if (line.startsWith("event: ")) {
                name = line.substring(7);
            } else if (line.startsWith("data: ")) {
                data.append(line.substring(6));
            } else if (line.isEmpty() && data.length() > 0) {
                return Optional.of(new Seen(id, name, data.toString()));
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() throws IOException {
        response.body().close();
    }

    private static final class FirstBytes implements BodySubscriber<String> {
        private final CompletableFuture<String> body = new CompletableFuture<>();
        private @Nullable Subscription subscription;

        @Override
        public CompletionStage<String> getBody() {
            return body;
        }

        @Override
        public void onSubscribe(Subscription given) {
            subscription = given;
            given.request(1);
        }

        @Override
        public void onNext(List<ByteBuffer> bytes) {
            body.complete(StandardCharsets.UTF_8.decode(bytes.get(0)).toString());
            Objects.requireNonNull(subscription).cancel();
        }

        @Override
        public void onError(Throwable failure) {
            body.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            body.complete("");
        }
    }

    /** @param id empty for an event without one */
    public record Seen(String id, String name, String data) {}
}
