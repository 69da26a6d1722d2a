/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** Accepts connections, completes handshakes where it has a certificate, keeps the last of them open, and reads nothing. */
final class IdleListener implements AutoCloseable {
    private static final int KEPT = 512;
    private static final int HANDSHAKE_MILLIS = 10_000;

    private final ServerSocket server;
    private final @Nullable SSLContext tls;
    private final ExecutorService handshakes = Executors.newCachedThreadPool();
    private final Thread acceptor = new Thread(this::accept, "idle-listener");

    /** @param tls null for plain connections */
    IdleListener(@Nullable SSLContext tls) throws IOException {
        this.tls = tls;
        server = new ServerSocket();
        server.setReuseAddress(true);
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), KEPT);
        acceptor.setDaemon(true);
        acceptor.start();
    }

    AttackedEndpoint endpoint() {
        return new AttackedEndpoint(
                "idle listener", (InetSocketAddress) server.getLocalSocketAddress(), true, tls != null);
    }

    private void accept() {
        Deque<Socket> kept = new ArrayDeque<>();
        try {
            while (!server.isClosed()) {
                Socket socket = server.accept();
                kept.add(socket);
                if (tls != null) {
                    Future<?> unused = handshakes.submit(() -> handshake(tls, socket));
                }
                if (kept.size() > KEPT) {
                    Sockets.close(kept.remove());
                }
            }
        } catch (SocketException closed) {
            // Its owner has closed it.
        } catch (IOException e) {
            throw new IllegalStateException("the idle listener cannot accept", e);
        } finally {
            kept.forEach(Sockets::close);
        }
    }

    private static void handshake(SSLContext tls, Socket socket) {
        try {
            socket.setSoTimeout(HANDSHAKE_MILLIS);
            SSLSocket secured = (SSLSocket) tls.getSocketFactory().createSocket(socket, null, true);
            secured.setUseClientMode(false);
            secured.setWantClientAuth(true);
            secured.startHandshake();
        } catch (IOException refused) {
            Sockets.close(socket);
        }
    }

    @Override
    public void close() {
        Sockets.close(server);
        handshakes.shutdownNow();
    }
}
