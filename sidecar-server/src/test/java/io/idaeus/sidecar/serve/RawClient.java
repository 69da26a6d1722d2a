/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** HTTP by hand, so that malformed requests can be sent and bytes counted. */
final class RawClient implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 60_000;

    private final Socket socket = new Socket();
    private final InputStream input;

    RawClient(InetSocketAddress server) throws IOException {
        this(server, 0);
    }

    RawClient(InetSocketAddress server, int receiveBufferBytes) throws IOException {
        this(server, receiveBufferBytes, null);
    }

    /** From another address of this host, such as 127.0.0.2. */
    static RawClient from(String address, InetSocketAddress server) throws IOException {
        return new RawClient(server, 0, new InetSocketAddress(address, 0));
    }

    private RawClient(InetSocketAddress server, int receiveBufferBytes, @Nullable InetSocketAddress local)
            throws IOException {
        socket.setSoTimeout(TIMEOUT_MILLIS);
        if (local != null) {
            socket.bind(local);
        }
        if (receiveBufferBytes > 0) {
            socket.setReceiveBufferSize(receiveBufferBytes);
        }
        socket.connect(server);
        input = socket.getInputStream();
    }

    /** A response; the header names in lower case. */
    @SuppressWarnings("ArrayRecordComponent") // compared part by part
    record Response(int status, Map<String, String> headers, byte[] body) {
        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    static String get(String target, String... headers) {
        return request("GET", target, headers);
    }

    static String request(String method, String target, String... headers) {
        StringBuilder request = new StringBuilder(method + ' ' + target + " HTTP/1.1\r\nHost: test\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        return request.append("\r\n").toString();
    }

    RawClient send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    Response ask(String text) throws IOException {
        return send(text).read(!text.startsWith("HEAD"));
    }

    Response read() throws IOException {
        return read(true);
    }

    Response read(boolean withBody) throws IOException {
        Response head = head();
        int length = Integer.parseInt(head.headers().getOrDefault("content-length", "0"));
        return new Response(head.status(), head.headers(), withBody ? input.readNBytes(length) : new byte[0]);
    }

    Response head() throws IOException {
        String[] lines = headText().split("\r\n", -1);
        Map<String, String> headers = new HashMap<>();
        for (int i = 1; i < lines.length - 2; i++) {
            int colon = lines[i].indexOf(':');
            headers.put(
                    lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
                    lines[i].substring(colon + 1).trim());
        }
        return new Response(Integer.parseInt(lines[0].split(" ", -1)[1]), headers, new byte[0]);
    }

    InputStream input() {
        return input;
    }

    /** Reads until the server closes; a reset counts as closed. */
    byte[] readToEnd() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] buffer = new byte[65536];
        try {
            for (int read = input.read(buffer); read >= 0; read = input.read(buffer)) {
                all.write(buffer, 0, read);
            }
        } catch (java.net.SocketTimeoutException open) {
            throw new AssertionError("the server did not close the connection", open);
        } catch (IOException reset) {
            // closed all the same
        }
        return all.toByteArray();
    }

    boolean isClosedByServer() {
        return readToEnd().length == 0;
    }

    private String headText() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
            int c = input.read();
            if (c < 0) {
                throw new EOFException("closed within a response head: '" + head + "'");
            }
            head.append((char) c);
        }
        return head.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
