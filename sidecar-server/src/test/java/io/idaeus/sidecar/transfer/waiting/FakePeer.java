/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.waiting;

import com.sun.net.httpserver.HttpServer;
import io.idaeus.api.Problem;
import io.idaeus.api.ProblemType;
import io.idaeus.client.ClientJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;

/** A sidecar that answers every request with a problem. */
final class FakePeer implements AutoCloseable {
    private final HttpServer server;

    FakePeer(ProblemType type) {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            byte[] body = ClientJson.mapper()
                    .writeValueAsBytes(new Problem(type.uri(), type.title(), type.status(), "detail", "/"));
            server.createContext("/", exchange -> {
                try (exchange) {
                    exchange.getResponseHeaders().set("Content-Type", "application/problem+json");
                    exchange.sendResponseHeaders(type.status(), body.length);
                    exchange.getResponseBody().write(body);
                }
            });
            server.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
