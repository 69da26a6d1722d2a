/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/** Answers that break HTTP, never end, or are no answers. They fit every stage. */
final class BrokenAnswers {
    private static final byte[] BLOCK = "a".repeat(1 << 16).getBytes(StandardCharsets.US_ASCII);
    private static final String OK = "HTTP/1.1 200 OK\r\n";
    private static final String JSON = "Content-Type: application/json\r\n";
    private static final int MANY = 100_000;

    private BrokenAnswers() {}

    /** By name. */
    static Map<String, Misdeed.Act> all(URI own, URI source) {
        Map<String, Misdeed.Act> acts = new LinkedHashMap<>();
        lengths(acts);
        heads(acts);
        redirects(acts, own, source);
        slowOnes(acts);
        documents(acts);
        problems(acts);
        return acts;
    }

    private static void lengths(Map<String, Misdeed.Act> acts) {
        acts.put("endless chunks", (honest, wire) -> {
            wire.send(OK + JSON + "Transfer-Encoding: chunked\r\n\r\n");
            wire.sendForEver(joined("10000\r\n", BLOCK, "\r\n"), 0);
        });
        acts.put("endless length", (honest, wire) -> {
            wire.send(OK + JSON + "Content-Length: 9223372036854775807\r\n\r\n");
            wire.sendForEver(BLOCK, 0);
        });
        acts.put("no length, endless", (honest, wire) -> {
            wire.send(OK + JSON + "Connection: close\r\n\r\n");
            wire.sendForEver(BLOCK, 0);
        });
        for (String length :
                List.of("-1", "1e9", "99999999999999999999", "", "0x10", "5, 5", "5\r\nContent-Length: 6")) {
            acts.put("length " + length.replace("\r\n", "|"), (honest, wire) -> {
                wire.send(honest.head(false) + "Content-Length: " + length + "\r\n\r\n");
                wire.send(honest.body());
                throw wire.closed();
            });
        }
        acts.put("body too long", (honest, wire) -> {
            wire.send(honest.bytes());
            wire.send(BLOCK);
        });
        acts.put("body cut short", (honest, wire) -> {
            byte[] all = honest.bytes();
            wire.send(Arrays.copyOf(all, all.length - 1 - honest.body().length / 2));
            throw wire.closed();
        });
        acts.put("length and chunks", (honest, wire) -> {
            wire.send(honest.head(false)
                    + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":\r\n0\r\n\r\n");
        });
        for (String chunk : List.of(
                "zz\r\n", "-5\r\nabcde\r\n", "ffffffffffffffff\r\nabc", "7fffffff\r\nabc", "5;" + "x".repeat(MANY))) {
            acts.put("chunk " + shown(chunk), (honest, wire) -> {
                wire.send(OK + JSON + "Transfer-Encoding: chunked\r\n\r\n" + chunk);
                wire.waitForEver();
            });
        }
    }

    private static void heads(Map<String, Misdeed.Act> acts) {
        acts.put("endless status line", (honest, wire) -> {
            wire.send("HTTP/1.1 200 ");
            wire.sendForEver(BLOCK, 0);
        });
        acts.put("endless header", (honest, wire) -> {
            wire.send(OK + "X-Long: ");
            wire.sendForEver(BLOCK, 0);
        });
        acts.put("endless headers", (honest, wire) -> {
            wire.send(OK);
            wire.sendForEver("X-Many: yes\r\nX-More: no\r\n".repeat(1_000).getBytes(StandardCharsets.US_ASCII), 0);
        });
        acts.put("endless different headers", (honest, wire) -> {
            wire.send(OK);
            for (long n = 0; !wire.over().getAsBoolean(); n += 1_000) {
                StringBuilder block = new StringBuilder();
                for (long i = n; i < n + 1_000; i++) {
                    block.append("X-").append(i).append(": ").append(i).append("\r\n");
                }
                wire.send(block.toString());
            }
            throw wire.closed();
        });
        acts.put("many headers", (honest, wire) -> {
            wire.send(honest.head(false) + "X-Many: yes\r\n".repeat(MANY) + "Content-Length: " + honest.body().length
                    + "\r\n\r\n");
            wire.send(honest.body());
        });
        for (int status : List.of(100, 102, 103)) {
            acts.put(
                    "flood of " + status,
                    (honest, wire) -> wire.sendForEver(
                            ("HTTP/1.1 " + status + " Wait\r\n\r\n")
                                    .repeat(1_000)
                                    .getBytes(StandardCharsets.US_ASCII),
                            0));
        }
        acts.put("101", (honest, wire) -> wire.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n"));
        for (String first : List.of(
                "HTTP/1.1 999 Odd\r\n\r\n",
                "HTTP/1.1 -1 Odd\r\n\r\n",
                "HTTP/9.9 200 OK\r\n\r\n",
                "HTTP/1.1 200\r\n\r\n",
                "220 mail ESMTP\r\n",
                "\u0000\u0001\u0002\u0003",
                "\r\n\r\n\r\n",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
                "HTTP/1.1 200 OK\r\n: no name\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Type: a\u0000b\r\n\r\n",
                "HTTP/1.1 204 No Content\r\nContent-Length: 9\r\n\r\n",
                "HTTP/1.1 304 Not Modified\r\n\r\n")) {
            acts.put("head " + shown(first), (honest, wire) -> {
                wire.send(first);
                wire.waitForEver();
            });
        }
    }

    private static void redirects(Map<String, Misdeed.Act> acts, URI own, URI source) {
        for (int status : List.of(301, 302, 303, 307, 308)) {
            for (String to :
                    List.of(own + "/v1/node", source + "/v1/node", "file:///etc/passwd", "http://127.0.0.1:1/")) {
                acts.put(
                        "redirect " + status + " to " + to,
                        (honest, wire) -> wire.send(new Reply(status, Map.of("Location", to), new byte[0]).bytes()));
            }
        }
    }

    private static void slowOnes(Map<String, Misdeed.Act> acts) {
        acts.put("a byte a second", (honest, wire) -> {
            for (byte each : honest.bytes()) {
                wire.send(new byte[] {each});
                Thread.sleep(1_000);
                if (wire.over().getAsBoolean()) {
                    throw wire.closed();
                }
            }
        });
        acts.put("a slow body without end", (honest, wire) -> {
            wire.send(honest.head(false) + "Transfer-Encoding: chunked\r\n\r\n");
            wire.sendForEver("1\r\n \r\n".getBytes(StandardCharsets.US_ASCII), 200);
        });
        acts.put("a slow body of the right length", (honest, wire) -> {
            wire.send(honest.head(false) + "Content-Length: " + honest.body().length + "\r\n\r\n");
            wire.sendForEver(new byte[] {' '}, 500);
        });
        acts.put("no answer", (honest, wire) -> wire.waitForEver());
        acts.put("half a head", (honest, wire) -> {
            wire.send("HTTP/1.1 200 OK\r\nContent-");
            wire.waitForEver();
        });
        acts.put("closes", (honest, wire) -> {
            throw wire.closed();
        });
        acts.put("closes within the head", (honest, wire) -> {
            wire.send("HTTP/1.1 20");
            throw wire.closed();
        });
    }

    private static void documents(Map<String, Misdeed.Act> acts) {
        Map<String, byte[]> bodies = new LinkedHashMap<>();
        bodies.put("a page of HTML", "<html><script>alert(1)</script></html>".getBytes(StandardCharsets.US_ASCII));
        bodies.put("null", "null".getBytes(StandardCharsets.US_ASCII));
        bodies.put("nothing", new byte[0]);
        bodies.put("a list", "[]".getBytes(StandardCharsets.US_ASCII));
        bodies.put("an empty object", "{}".getBytes(StandardCharsets.US_ASCII));
        bodies.put("no UTF-8", new byte[] {'{', '"', (byte) 0xff, (byte) 0xfe, '"', ':', '1', '}'});
        bodies.put("deep lists", "[".repeat(2_000_000).getBytes(StandardCharsets.US_ASCII));
        bodies.put("deep unknown", ("{\"x\":" + "{\"x\":".repeat(500_000)).getBytes(StandardCharsets.US_ASCII));
        bodies.put(
                "a million digits", ("{\"bytes\":" + "9".repeat(1_000_000) + "}").getBytes(StandardCharsets.US_ASCII));
        bodies.put(
                "a huge exponent", "{\"total\":1e999999999,\"port\":1e999999999}".getBytes(StandardCharsets.US_ASCII));
        bodies.put("a long name", ("{\"" + "n".repeat(3_000_000) + "\":1}").getBytes(StandardCharsets.US_ASCII));
        bodies.put("control characters", "\u001b[2J\u0007\r\nINFO forged line\r\n".getBytes(StandardCharsets.US_ASCII));
        bodies.forEach((name, body) ->
                acts.put(name, (honest, wire) -> wire.send(new Reply(200, honest.headers(), body).bytes())));
        byte[] bomb = gzip(64 << 20);
        acts.put("gzip bomb", (honest, wire) -> {
            Map<String, String> headers = new LinkedHashMap<>(honest.headers());
            headers.put("Content-Encoding", "gzip");
            wire.send(new Reply(200, headers, bomb).bytes());
        });
        acts.put("unknown fields", (honest, wire) -> {
            String text = honest.text();
            wire.send(honest.with(text.replaceFirst("\\{", "{\"x\":" + "[".repeat(900) + "]".repeat(900) + ",")
                            .getBytes(StandardCharsets.UTF_8))
                    .bytes());
        });
        acts.put("twice", (honest, wire) -> {
            wire.send(honest.bytes());
            wire.send(honest.bytes());
        });
        acts.put(
                "two documents",
                (honest, wire) ->
                        wire.send(honest.with((honest.text() + honest.text()).getBytes(StandardCharsets.UTF_8))
                                .bytes()));
        for (String wrong : List.of("\"\"", "-1", "1e400", "{}", "[]", "null", "\"" + "x".repeat(MANY) + "\"")) {
            acts.put(
                    "every text is " + shown(wrong),
                    (honest, wire) -> wire.send(honest.with(honest.text()
                                    .replaceAll(":\"[^\"]*\"", ":" + wrong)
                                    .getBytes(StandardCharsets.UTF_8))
                            .bytes()));
        }
    }

    private static void problems(Map<String, Misdeed.Act> acts) {
        for (int status : List.of(400, 401, 403, 404, 409, 429, 500, 503)) {
            acts.put("status " + status, (honest, wire) -> wire.send(problem(status, "no", Map.of())));
        }
        acts.put("problem of 3 MB", (honest, wire) -> wire.send(problem(500, "x".repeat(3_000_000), Map.of())));
        acts.put(
                "problem with lines",
                (honest, wire) ->
                        wire.send(problem(400, "\\u001b[2J\\r\\n2026-01-01 INFO forged \\u0000 \\u202e", Map.of())));
        for (String after :
                List.of("99999999999999999999", "9223372036854775807", "-5", "soon", "Fri, 31 Dec 9999 23:59:59 GMT")) {
            for (int status : List.of(429, 503)) {
                acts.put(
                        "status " + status + " Retry-After " + after,
                        (honest, wire) -> wire.send(problem(status, "busy", Map.of("Retry-After", after))));
            }
        }
    }

    static byte[] problem(int status, String detail, Map<String, String> more) {
        Map<String, String> headers = new LinkedHashMap<>(more);
        headers.put("Content-Type", "application/problem+json");
        String body = "{\"type\":\"about:blank\",\"title\":\"Odd\",\"status\":" + status + ",\"detail\":\"" + detail
                + "\",\"instance\":\"/\"}";
        return new Reply(status, headers, body.getBytes(StandardCharsets.UTF_8)).bytes();
    }

    private static byte[] gzip(int zeros) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(new byte[zeros]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    private static byte[] joined(String before, byte[] bytes, String after) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(before.getBytes(StandardCharsets.US_ASCII));
        all.writeBytes(bytes);
        all.writeBytes(after.getBytes(StandardCharsets.US_ASCII));
        return all.toByteArray();
    }

    /** For names. */
    static String shown(String text) {
        List<String> parts = new ArrayList<>();
        text.codePoints()
                .limit(30)
                .forEach(each -> parts.add(
                        each >= ' ' && each < 127 ? Character.toString(each) : "\\x" + Integer.toHexString(each)));
        return String.join("", parts) + (text.length() > 30 ? "…" + text.length() : "");
    }
}
