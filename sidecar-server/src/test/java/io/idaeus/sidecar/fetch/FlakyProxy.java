/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** A wire between two ends that flips a byte, or breaks, once so many bytes have come from the source. */
final class FlakyProxy implements AutoCloseable {
    private static final long NEVER = Long.MAX_VALUE;

    private final InetSocketAddress source;
    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicLong passed = new AtomicLong();
    private final AtomicLong flipAfter = new AtomicLong(NEVER);
    private final AtomicLong breakAfter = new AtomicLong(NEVER);
    private final AtomicLong holdAfter = new AtomicLong(NEVER);
    private final CountDownLatch closed = new CountDownLatch(1);

    FlakyProxy(InetSocketAddress source) throws IOException {
        this.source = source;
        run("flaky-proxy", () -> {
            while (true) {
                connect(listener.accept());
            }
        });
    }

    InetSocketAddress address() {
        return new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
    }

    /** Flips one byte, once, when that many have passed. */
    void flipAfter(long bytes) {
        flipAfter.set(bytes);
    }

    /** Breaks the connection that is in use, once, when that many have passed. */
    void breakAfter(long bytes) {
        breakAfter.set(bytes);
    }

    /** Lets nothing pass any more when that many have, until it is closed. */
    void holdAfter(long bytes) {
        holdAfter.set(bytes);
    }

    private void connect(Socket client) throws IOException {
        Socket server = new Socket(source.getAddress(), source.getPort());
        sockets.add(client);
        sockets.add(server);
        if (closed.getCount() == 0) {
            // It was accepted as the wire was cut.
            client.close();
            server.close();
            return;
        }
        run("flaky-up", () -> client.getInputStream().transferTo(server.getOutputStream()));
        run("flaky-down", () -> {
            try (client;
                    server) {
                pass(server.getInputStream(), client.getOutputStream());
            }
        });
    }

    private void pass(InputStream from, OutputStream to) throws IOException, InterruptedException {
        byte[] buffer = new byte[64 * 1024];
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
            long after = passed.addAndGet(read);
            if (reached(flipAfter, after)) {
                buffer[read - 1] ^= 1;
            }
            // A whole buffer that arrives is in the middle of a response: neither its head nor its end.
            boolean breaks = read == buffer.length && reached(breakAfter, after);
            to.write(buffer, 0, read);
            if (breaks) {
                return;
            }
            if (after >= holdAfter.get()) {
                closed.await();
                return;
            }
        }
    }

    private static boolean reached(AtomicLong limit, long now) {
        long at = limit.get();
        return now >= at && limit.compareAndSet(at, NEVER);
    }

    private interface Task {
        void run() throws IOException, InterruptedException;
    }

    private static void run(String name, Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException | InterruptedException ended) {
                        // one side closed
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            listener.close();
            closed.countDown();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
