/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.access;

import com.nimbusds.jose.jwk.JWKSet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys that sign tokens, read again on a thread of their own: a request never waits for them. Contents that cannot be
 * used change nothing. Thread-safe.
 */
final class TokenKeys {
    private static final Logger LOG = LoggerFactory.getLogger(TokenKeys.class);
    private static final int LARGEST = 1 << 20;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration EVERY = Duration.ofMinutes(5);
    private static final Duration SOONEST = Duration.ofSeconds(10);

    private final URI source;
    private volatile JWKSet current = new JWKSet();
    private volatile boolean wanted = true;
    private long readAt;
    private boolean failing;

    TokenKeys(URI source) {
        this.source = source;
    }

    JWKSet current() {
        return current;
    }

    /** Asks for the keys: a token names one that is not among them. */
    void want() {
        wanted = true;
    }

    /** Reads the keys if it is time. Blocks. */
    synchronized void reload(long nanos) {
        boolean file = source.getScheme().equals("file");
        Duration since = Duration.ofNanos(nanos - readAt);
        boolean first = readAt == 0;
        if (!first && !file && since.compareTo(wanted ? SOONEST : EVERY) < 0) {
            return;
        }
        readAt = nanos;
        wanted = false;
        try {
            JWKSet read = JWKSet.parse(file ? ofFile() : ofServer()).toPublicJWKSet();
            if (!read.equals(current)) {
                LOG.info("token keys {}: {} keys", source, read.size());
            }
            current = read;
            failing = false;
        } catch (IOException | ParseException e) {
            failed(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void failed(Exception e) {
        if (!failing) {
            failing = true;
            LOG.warn("token keys {}: they cannot be read, and the {} keys before hold", source, current.size(), e);
        }
    }

    private String ofFile() throws IOException {
        try (InputStream in = Files.newInputStream(Path.of(source))) {
            return text(in);
        }
    }

    private String ofServer() throws IOException, InterruptedException {
        HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        CompletableFuture<HttpResponse<Void>> answer = client.sendAsync(
                HttpRequest.newBuilder(source).timeout(TIMEOUT).build(),
                HttpResponse.BodyHandlers.ofByteArrayConsumer(part -> part.ifPresent(bytes -> append(body, bytes))));
        try {
            // The timeout of a request ends with the head of its answer.
            HttpResponse<Void> response = answer.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            if (response.statusCode() != 200) {
                throw new IOException("status " + response.statusCode() + " (expected: 200)");
            }
            return body.toString(StandardCharsets.UTF_8);
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw new IOException("no whole answer within " + TIMEOUT.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw new IOException(String.valueOf(e.getCause()), e.getCause());
        }
    }

    private static void append(ByteArrayOutputStream body, byte[] bytes) {
        if (body.size() + bytes.length > LARGEST) {
            throw new IllegalStateException("more than " + LARGEST + " bytes");
        }
        body.writeBytes(bytes);
    }

    private static String text(InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(LARGEST + 1);
        if (bytes.length > LARGEST) {
            throw new IOException("more than " + LARGEST + " bytes");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
