/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.sidecar;

import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.process.Loopback;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The network in front of a sidecar: a proxy for both planes on an address of its own. It can cut, stall, slow down and
 * corrupt connections.
 */
public final class Link implements AutoCloseable {
    private static final int CHUNK = 64 * 1024;
    private static final int BUFFER = 128 * 1024;
    private static final long UNLIMITED = Long.MAX_VALUE;
    private static final long NEVER = Long.MAX_VALUE;
    private static final int PASSES = 0;
    private static final int STALLED = 1;
    private static final int CUT = 2;

    private final String address;
    private final String target;
    private final List<ServerSocket> listeners = new ArrayList<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong dataBytes = new AtomicLong();
    private final AtomicLong flipAfter = new AtomicLong(NEVER);
    private final Object change = new Object();
    private volatile int state = PASSES;
    private volatile long bytesPerSecond = UNLIMITED;
    private volatile boolean closed;

    private Link(String address, String target) {
        this.address = address;
        this.target = target;
    }

    /** Listens on a new loopback address and forwards both planes to the sidecar of this node. */
    public static Link to(CassandraNode node) {
        return between(Loopback.next().address(), node.address());
    }

    /** Listens on an address of this machine and forwards both planes to the target. */
    public static Link between(String address, String target) {
        Link link = new Link(address, target);
        try {
            link.listen(SidecarProcess.CONTROL_PORT);
            link.listen(SidecarProcess.DATA_PORT);
            return link;
        } catch (IOException e) {
            link.close();
            throw new UncheckedIOException("cannot link " + address + " to " + target, e);
        }
    }

    public String address() {
        return address;
    }

    /** Bytes that the data plane has sent through this link. */
    public long dataBytes() {
        return dataBytes.get();
    }

    /** Forwards without faults. */
    public void pass() {
        bytesPerSecond = UNLIMITED;
        become(PASSES);
    }

    /** Resets open connections and refuses new ones. */
    public void cut() {
        become(CUT);
        open.forEach(Link::reset);
    }

    /** Keeps connections open but forwards nothing. */
    public void stall() {
        become(STALLED);
    }

    /** Limits each connection in each direction. */
    public void slow(long toBytesPerSecond) {
        bytesPerSecond = toBytesPerSecond;
        become(PASSES);
    }

    /** Flips one bit of the data plane's bytes, this many bytes from now. */
    public void flipAfter(long bytes) {
        flipAfter.set(dataBytes.get() + bytes);
    }

    /** @return whether the bit was still to be flipped */
    public boolean flipNoMore() {
        return flipAfter.getAndSet(NEVER) != NEVER;
    }

    private void become(int next) {
        synchronized (change) {
            state = next;
            change.notifyAll();
        }
    }

    private void listen(int port) throws IOException {
        ServerSocket listener = new ServerSocket();
        listener.setReceiveBufferSize(BUFFER);
        listener.bind(new InetSocketAddress(InetAddress.getByName(address), port), 128);
        listeners.add(listener);
        start("link-" + port, () -> accept(listener, port));
    }

    private void accept(ServerSocket listener, int port) throws IOException {
        while (!closed) {
            Socket near = listener.accept();
            if (state == CUT) {
                reset(near);
            } else {
                start("link-" + port + "-connect", () -> connect(near, port));
            }
        }
    }

    private void connect(Socket near, int port) throws IOException {
        open.add(near);
        Socket far = new Socket();
        open.add(far);
        try {
            // Small buffers: otherwise most of a table is in flight before its destination counts any byte.
            near.setSendBufferSize(BUFFER);
            far.setReceiveBufferSize(BUFFER);
            far.connect(new InetSocketAddress(target, port), 5_000);
        } catch (IOException e) {
            reset(near);
            reset(far);
            throw e;
        }
        boolean data = port == SidecarProcess.DATA_PORT;
        start("link-" + port + "-out", () -> pump(near, far, false));
        start("link-" + port + "-in", () -> pump(far, near, data));
        if (state == CUT) {
            reset(near);
            reset(far);
        }
    }

    private void pump(Socket from, Socket to, boolean data) throws IOException {
        byte[] chunk = new byte[CHUNK];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                awaitPassage();
                if (data) {
                    flip(chunk, dataBytes.getAndAdd(count), count);
                }
                out.write(chunk, 0, count);
                dawdle(count);
            }
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    private void flip(byte[] chunk, long before, int count) {
        long at = flipAfter.get();
        if (at < before + count && flipAfter.compareAndSet(at, NEVER)) {
            chunk[(int) Math.max(0, at - before)] ^= 0x20;
        }
    }

    private void awaitPassage() throws SocketException {
        synchronized (change) {
            while (state == STALLED && !closed) {
                try {
                    change.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new SocketException("interrupted");
                }
            }
        }
    }

    private void dawdle(int count) {
        long rate = bytesPerSecond;
        if (rate != UNLIMITED) {
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1) * count / rate);
        }
    }

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException gone) {
            // The connection is already closed.
        }
    }

    private static void start(String name, Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException ended) {
                        // Expected when a connection ends; the tests check what the sidecars report.
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private interface Task {
        void run() throws IOException;
    }

    @Override
    public void close() {
        closed = true;
        cut();
        for (ServerSocket listener : listeners) {
            try {
                listener.close();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot close a listener of the link", e);
            }
        }
    }
}
