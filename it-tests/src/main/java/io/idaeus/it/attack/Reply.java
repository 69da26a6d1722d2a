/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** An answer that is well-formed: the real source's, or one altered. */
final class Reply {
    private final int status;
    private final Map<String, String> headers;
    private final byte[] body;

    Reply(int status, Map<String, String> headers, byte[] body) {
        this.status = status;
        this.headers = headers;
        this.body = body;
    }

    int status() {
        return status;
    }

    Map<String, String> headers() {
        return headers;
    }

    byte[] body() {
        return body;
    }

    Reply with(byte[] other) {
        return new Reply(status, headers, other);
    }

    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** The status line and the headers, with the empty line only where {@code whole}. */
    String head(boolean whole) {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Status\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        return head + (whole ? "\r\n" : "");
    }

    /** With its length. */
    byte[] bytes() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        String length = status == 204 || status == 304 ? "" : "Content-Length: " + body.length + "\r\n";
        all.writeBytes((head(false) + length + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
        all.writeBytes(body);
        return all.toByteArray();
    }
}
