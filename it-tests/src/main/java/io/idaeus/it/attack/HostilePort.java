/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A port of the hostile peer. It tells the truth but for the misdeed that it is to do. */
final class HostilePort implements AutoCloseable {
    private static final int BACKLOG = 64;

    private record Doing(Misdeed misdeed, AtomicInteger times) {}

    private final HonestSource honest;
    private final ServerSocket listening;
    private final ExecutorService threads;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Doing doing;

    HostilePort(SSLContext tls, InetSocketAddress address, HonestSource honest) throws IOException {
        this.honest = honest;
        this.listening =
                tls.getServerSocketFactory().createServerSocket(address.getPort(), BACKLOG, address.getAddress());
        this.threads = Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work, "hostile-" + address.getPort());
            thread.setDaemon(true);
            return thread;
        });
        threads.execute(this::accept);
    }

    /** From now on, at every port that is given. Connections of the misdeed before are closed. */
    static void begin(Misdeed misdeed, List<HostilePort> ports) {
        AtomicInteger times = new AtomicInteger();
        for (HostilePort port : ports) {
            port.doing = new Doing(misdeed, times);
            port.drop();
        }
    }

    /** From now on it tells the truth. */
    void end() {
        doing = null;
        drop();
    }

    /** How often the misdeed was done. */
    int times() {
        Doing now = doing;
        return now == null ? 0 : now.times.get();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        end();
        threads.shutdownNow();
    }

    private void drop() {
        for (Socket each : open) {
            // Without a TLS farewell, which would wait for a peer that does not read.
            threads.execute(() -> abort(each));
        }
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket connection = listening.accept();
                open.add(connection);
                threads.execute(() -> serve(connection));
            } catch (IOException | RejectedExecutionException e) {
                // Closed, or a connection that was gone already.
            }
        }
    }

    private void serve(Socket connection) {
        Doing now = doing;
        BooleanSupplier over = () -> !Objects.equals(doing, now) || connection.isClosed();
        try {
            InputStream in = new BufferedInputStream(connection.getInputStream());
            OutputStream out = new BufferedOutputStream(connection.getOutputStream());
            Misdeed.Wire wire = new Misdeed.Wire(out, over);
            for (Asked asked = Asked.read(in); asked != null; asked = Asked.read(in)) {
                answer(asked, wire);
            }
        } catch (IOException e) {
            // The sidecar hung up, or the misdeed did.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(connection);
            abort(connection);
        }
    }

    private void answer(Asked asked, Misdeed.Wire wire) throws IOException, InterruptedException {
        Doing now = doing;
        Reply truth = honest.answer(asked);
        if (now != null) {
            for (Map.Entry<Stage, Misdeed.Act> act : now.misdeed.acts().entrySet()) {
                if (act.getKey().matches(asked)) {
                    now.times.incrementAndGet();
                    act.getValue().answer(truth, wire);
                    return;
                }
            }
        }
        wire.send(truth.bytes());
    }

    private static void abort(Socket connection) {
        try {
            connection.setSoLinger(true, 0);
            connection.close();
        } catch (IOException e) {
            // It is closed.
        }
    }
}
