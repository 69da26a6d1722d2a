/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/** Another address of a port: what connects to it talks to the target. */
final class Forwarder implements AutoCloseable {
    private final ServerSocket listener;
    private final InetSocketAddress target;
    private final AtomicReference<Duration> delay;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private Forwarder(ServerSocket listener, InetSocketAddress target, Duration delay) {
        this.listener = listener;
        this.target = target;
        this.delay = new AtomicReference<>(delay);
    }

    static Forwarder at(String address, String targetHost, int targetPort) throws IOException {
        return slow(address, targetHost, targetPort, Duration.ZERO);
    }

    /** The first bytes of the first connection wait so long. */
    static Forwarder slow(String address, String targetHost, int targetPort, Duration delay) throws IOException {
        ServerSocket listener = new ServerSocket(0, 50, InetAddress.getByName(address));
        Forwarder forwarder = new Forwarder(listener, new InetSocketAddress(targetHost, targetPort), delay);
        start(forwarder::accept);
        return forwarder;
    }

    int port() {
        return listener.getLocalPort();
    }

    private void accept() throws IOException {
        while (true) {
            Socket from = listener.accept();
            Socket to = new Socket(target.getAddress(), target.getPort());
            open.add(from);
            open.add(to);
            Duration pause = delay.getAndSet(Duration.ZERO);
            start(() -> {
                pause(pause);
                copy(from, to);
            });
            start(() -> copy(to, from));
        }
    }

    private static void pause(Duration delay) {
        try {
            Thread.sleep(delay.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void copy(Socket from, Socket to) throws IOException {
        from.getInputStream().transferTo(to.getOutputStream());
        to.shutdownOutput();
    }

    private static void start(Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException e) {
                        // One side closed.
                    }
                },
                "forwarder");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
    }

    private interface Task {
        void run() throws IOException;
    }
}
