/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;

/** Requests of HTTP/1.1 (RFC 9112) with something broken in one or more places. */
final class BrokenHttp {
    private static final List<String> TARGETS = List.of(
            "/v1/node",
            "/v1/transfers",
            "/v1/snapshots",
            "/v1/snapshots/none/manifest?keyspace=shop",
            "/v1/ring?keyspace=shop",
            "/health/readiness",
            "/metrics",
            "/openapi/idaeus-v1.yaml",
            "/data/v1/snapshots/none",
            "/data/v1/snapshots/none/shop/orders/nb-1-big/Data.db",
            "/data/v1/snapshots/none/shop/orders/nb-1-big/Data.db?crc32=65536");

    private static final List<String> ODD_TARGETS = List.of(
            "",
            "*",
            "//",
            "/%",
            "/%00",
            "/%zz",
            "/v1/../v1/node",
            "/v1/%2e%2e/%2e%2e/etc/passwd",
            "/data/v1/snapshots/..%2f..%2fetc/shop/orders/nb-1-big/passwd",
            "/data/v1/snapshots/none/shop/orders/nb-1-big/../../../../etc/passwd",
            "http://idaeus.invalid/v1/node",
            "https://[::1/v1/node",
            "idaeus.invalid:443",
            "/v1/node#fragment",
            "/v1/sstables?keyspace=%ff%fe&table=%c0%af",
            "/v1/sstables?range=1:2&range=&range=9223372036854775808:1",
            "/v1/node\u0000",
            "/v1/n\u00f6de");

    private static final List<String> METHODS = List.of("GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE");

    private static final List<String> ODD_METHODS = List.of(
            "get",
            "G E T",
            "",
            "PATCH",
            "TRACE",
            "CONNECT",
            "OPTIONS",
            "PRI",
            "GET\u0000",
            "G\u00cbT",
            "X".repeat(9000));

    private static final List<String> VERSIONS =
            List.of("HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/9.9", "HTTP/1.1.1", "HTTPS/1.1", "HTTP/", "http/1.1", "");

    private static final List<String> HEADERS = List.of(
            "Content-Length: -1",
            "Content-Length: 99999999999999999999",
            "Content-Length: 5, 6",
            "Content-Length: 5\r\nContent-Length: 6",
            "Content-Length: 0x10",
            "Content-Length: 7\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
            "Transfer-Encoding: chunked, gzip",
            "Transfer-Encoding: xchunked",
            "Transfer-Encoding:\tchunked",
            "Transfer-Encoding : chunked",
            "Expect: 100-continue",
            "Expect: something",
            "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA",
            "Upgrade: websocket\r\nConnection: Upgrade",
            "Connection: close, keep-alive",
            "No colon at all",
            ": no name",
            "Folded: one\r\n two",
            "N\u0000ame: x",
            "Name: a\u0000b",
            "Na\u00efve: \u00ff\u00fe",
            "Host: a\r\nHost: b",
            "Host: ${jndi:x}",
            "Range: bytes=-",
            "Range: bytes=5-1",
            "Range: bytes=0-18446744073709551616",
            "Range: bytes=" + "0-1,".repeat(2000) + "5-6",
            "If-Match: \"\u0001\"",
            "Idaeus-Min-Rate: NaN",
            "Idaeus-Min-Rate: -9223372036854775809",
            "Authorization: Bearer ..",
            "Authorization: Bearer " + "A".repeat(5000),
            "Authorization: Basic ****",
            "Content-Type: application/json; charset=nonsense",
            "Content-Type: multipart/form-data",
            "Content-Encoding: gzip",
            "Accept: ;;;q=",
            "Accept-Encoding: *;q=-1",
            "Idempotency-Key: " + "k".repeat(7000),
            "X: " + "x".repeat(60_000));

    private static final List<String> BODIES = List.of(
            "",
            "{",
            "{}",
            "[]",
            "null",
            "\"",
            "{\"a\":" + "[".repeat(5000),
            "{\"a\":1e999999999}",
            "{\"maxRate\":" + "9".repeat(20_000) + "}",
            "{\"\\ud800\":\"\\udfff\"}",
            "\u0000\u0001\u0002",
            "5\r\nhello\r\n0\r\n\r\n",
            "FFFFFFFFFFFFFFFF\r\n",
            "-1\r\nx\r\n",
            "5;ext=" + "e".repeat(20_000) + "\r\nhello\r\n0\r\n\r\n",
            "0\r\nTrailer: x\r\nContent-Length: 5\r\n\r\n",
            "0\r\n\r\nGET /v1/limits HTTP/1.1\r\nHost: smuggled\r\n\r\n");

    private static final int LONG_TARGET = 70_000;
    private static final int MANY_HEADERS = 3000;

    private BrokenHttp() {}

    static byte[] request(RandomGenerator random) {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        String end = oneIn(random, 12) ? any(random, List.of("\n", "\r", "\n\r", "")) : "\r\n";
        add(request, oneIn(random, 8) ? any(random, ODD_METHODS) : any(random, METHODS));
        add(request, oneIn(random, 20) ? any(random, List.of("", "\t", "   ")) : " ");
        add(request, target(random));
        add(request, " ");
        add(request, oneIn(random, 8) ? any(random, VERSIONS) : "HTTP/1.1");
        add(request, end);
        if (!oneIn(random, 10)) {
            add(request, "Host: localhost" + end);
        }
        if (oneIn(random, 40)) {
            add(request, ("N: v" + end).repeat(MANY_HEADERS));
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            add(request, any(random, HEADERS) + end);
        }
        if (random.nextBoolean()) {
            add(request, "Content-Type: application/json" + end);
        }
        String body = any(random, BODIES);
        if (random.nextBoolean()) {
            add(request, "Content-Length: " + (body.length() + (oneIn(random, 4) ? random.nextInt(9) - 4 : 0)) + end);
        } else if (random.nextBoolean()) {
            add(request, "Transfer-Encoding: chunked" + end);
        }
        add(request, end);
        add(request, body);
        return damaged(request.toByteArray(), random);
    }

    private static String target(RandomGenerator random) {
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> any(random, ODD_TARGETS);
            case 3 -> "/v1/node?x=" + "y".repeat(random.nextInt(LONG_TARGET));
            case 4 -> any(random, TARGETS) + "?" + "a=b&".repeat(random.nextInt(2000));
            default -> any(random, TARGETS);
        };
    }

    private static byte[] damaged(byte[] request, RandomGenerator random) {
        if (request.length > 0 && oneIn(random, 6)) {
            for (int i = random.nextInt(4); i >= 0; i--) {
                request[random.nextInt(request.length)] = (byte) random.nextInt(256);
            }
        }
        return request;
    }

    private static void add(ByteArrayOutputStream request, String text) {
        request.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static boolean oneIn(RandomGenerator random, int many) {
        return random.nextInt(many) == 0;
    }

    private static <T> T any(RandomGenerator random, List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
