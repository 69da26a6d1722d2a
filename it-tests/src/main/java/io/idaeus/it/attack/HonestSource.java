/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.idaeus.client.ClientJson;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Answers as the real source does, except for the address of the data plane. */
final class HonestSource {
    private static final List<String> PASSED_ON =
            List.of("content-type", "accept", "range", "if-range", "idaeus-min-rate", "idempotency-key");
    private static final List<String> PASSED_BACK =
            List.of("Content-Type", "Content-Range", "ETag", "Accept-Ranges", "Retry-After", "Location");

    private final HttpClient http;
    private final URI control;
    private final URI data;
    private final InetSocketAddress own;

    /** @param own the data plane that it names instead of the source's */
    HonestSource(AttackScene scene, InetSocketAddress own) {
        this.http = HttpClient.newBuilder()
                .sslContext(scene.identity("peer").ssl())
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        InetSocketAddress plane = scene.sourceSidecar().dataPlane();
        this.control = scene.sourceSidecar().restUri();
        this.data = URI.create("https://" + plane.getHostString() + ":" + plane.getPort());
        this.own = own;
    }

    Reply answer(Asked asked) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create((asked.ofData() ? data : control) + asked.target()))
                .timeout(Duration.ofSeconds(30))
                .method(
                        asked.method(),
                        asked.body().length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(asked.body()));
        asked.headers().forEach((name, value) -> {
            if (PASSED_ON.contains(name)) {
                request.header(name, value);
            }
        });
        HttpResponse<byte[]> answer = http.send(request.build(), BodyHandlers.ofByteArray());
        Map<String, String> headers = new TreeMap<>();
        PASSED_BACK.forEach(name -> answer.headers().firstValue(name).ifPresent(value -> headers.put(name, value)));
        Reply reply = new Reply(answer.statusCode(), headers, answer.body());
        return asked.path().equals("/v1/node") && reply.status() == 200 ? renamed(reply) : reply;
    }

    private Reply renamed(Reply node) throws IOException {
        ObjectNode tree = (ObjectNode) ClientJson.mapper().readTree(node.body());
        ObjectNode plane = tree.withObject("/dataPlane");
        plane.put("host", own.getHostString()).put("port", own.getPort());
        return node.with(tree.toString().getBytes(StandardCharsets.UTF_8));
    }
}
