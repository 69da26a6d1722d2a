/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A request as it came from the sidecar. The names of its headers are in lower case. */
final class Asked {
    private static final int LONGEST_LINE = 1 << 16;

    private final String method;
    private final String target;
    private final Map<String, String> headers;
    private final byte[] body;

    Asked(String method, String target, Map<String, String> headers, byte[] body) {
        this.method = method;
        this.target = target;
        this.headers = headers;
        this.body = body;
    }

    String method() {
        return method;
    }

    String target() {
        return target;
    }

    Map<String, String> headers() {
        return headers;
    }

    byte[] body() {
        return body;
    }

    /** Null at the end of the connection. */
    static @Nullable Asked read(InputStream in) throws IOException {
        String first = line(in);
        if (first.isEmpty()) {
            return null;
        }
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        String[] words = first.split(" ", -1);
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        return new Asked(words[0], words[1], headers, in.readNBytes(length));
    }

    String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    boolean ofData() {
        return target.startsWith("/data/");
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            line.append((char) next);
            if (line.length() > LONGEST_LINE) {
                throw new IOException("a line of the sidecar is longer than " + LONGEST_LINE);
            }
        }
        return new String(line.toString().strip().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.US_ASCII);
    }
}
