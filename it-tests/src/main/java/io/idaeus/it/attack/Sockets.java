/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

final class Sockets {
    private static final int STATUS_LINE = 12;

    private Sockets() {}

    /**
     * Reads the beginning of an answer, or the close of the connection.
     *
     * @return the status; 0 where the server closed
     * @throws java.net.SocketTimeoutException if neither arrives in time
     */
    static int status(Socket socket) throws IOException {
        byte[] line = new byte[STATUS_LINE];
        InputStream input = socket.getInputStream();
        int read = 0;
        while (read < STATUS_LINE) {
            int more = input.read(line, read, STATUS_LINE - read);
            if (more < 0) {
                return 0;
            }
            read += more;
        }
        String text = new String(line, StandardCharsets.ISO_8859_1);
        // RFC 9112, 2.3: whatever version the request named.
        if (!text.matches("HTTP/1\\.1 \\d{3}")) {
            throw new IllegalStateException("no answer of HTTP/1.1: " + text);
        }
        return Integer.parseInt(text.substring(STATUS_LINE - 3));
    }

    static void close(Closeable socket) {
        try {
            socket.close();
        } catch (IOException ignored) {
            // It is gone either way.
        }
    }
}
