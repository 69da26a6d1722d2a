/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A peer that does what a script says, one connection after the other. */
public final class ScriptedPeer implements AutoCloseable {
    private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d+)");

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<String> requests = new CopyOnWriteArrayList<>();

    /** One connection. */
    public interface Script {
        void run(Connection connection) throws IOException;
    }

    public ScriptedPeer(Script... scripts) throws IOException {
        Thread thread = new Thread(() -> play(scripts), "scripted-peer");
        thread.setDaemon(true);
        thread.start();
    }

    /** A connection, with the actions of a script. */
    public final class Connection {
        private final Socket socket;

        Connection(Socket socket) {
            this.socket = socket;
        }

        /** Waits for a request head, and its body if it has one. */
        public String request() throws IOException {
            InputStream input = socket.getInputStream();
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int c = input.read();
                if (c < 0) {
                    return "";
                }
                head.append((char) c);
            }
            requests.add(head.toString());
            Matcher length = LENGTH.matcher(head);
            if (length.find()) {
                // A socket that is closed with bytes unread is reset.
                input.readNBytes(Integer.parseInt(length.group(1)));
            }
            return head.toString();
        }

        public Connection send(String text) throws IOException {
            return send(text.getBytes(StandardCharsets.ISO_8859_1));
        }

        public Connection send(byte[] bytes) throws IOException {
            OutputStream output = socket.getOutputStream();
            output.write(bytes);
            output.flush();
            return this;
        }

        /** Waits until the other side closes. */
        public void awaitClose() throws IOException {
            while (socket.getInputStream().read() >= 0) {
                // more of it
            }
        }

        /** Closes with a reset. */
        public void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
    }

    public List<String> requests() {
        return requests;
    }

    private void play(Script... scripts) {
        for (Script script : scripts) {
            try (Socket socket = listener.accept()) {
                script.run(new Connection(socket));
            } catch (IOException ended) {
                // the other side closed first, or the test is over
            }
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
