/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/** Connections that begin a handshake, or do not, and then say nothing. */
final class HalfOpen implements Flood {
    private static final long LONGEST_NANOS = 25_000_000_000L;
    private static final int SWEEP_EVERY = 100;

    private final byte[] hello;
    private final Deque<Held> held = new ArrayDeque<>();
    private int opened;

    private record Held(SocketChannel channel, long since, String to) {}

    HalfOpen(AttackScene scene) throws SSLException {
        SSLEngine engine = scene.identity(AttackScene.STRANGER).ssl().createSSLEngine();
        engine.setUseClientMode(true);
        ByteBuffer record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), record);
        hello = Arrays.copyOf(record.array(), record.position());
    }

    @Override
    public String name() {
        return "half-open connections";
    }

    @Override
    public boolean speaksTls() {
        return false;
    }

    @Override
    public double perSecond() {
        return 150;
    }

    @Override
    public synchronized void one(AttackedEndpoint endpoint, RandomGenerator random, Tally tally) throws IOException {
        tally.sent();
        SocketChannel channel = endpoint.open(random);
        held.add(new Held(channel, System.nanoTime(), endpoint.name()));
        try {
            channel.write(ByteBuffer.wrap(first(random)));
        } catch (IOException closed) {
            // The next sweep counts it.
        }
        opened++;
        if (opened % SWEEP_EVERY == 0) {
            sweep(tally, endpoint.idle());
        }
    }

    private byte[] first(RandomGenerator random) {
        return switch (random.nextInt(6)) {
            case 0 -> new byte[0];
            case 1 -> hello;
            case 2 -> "GET /v1/node HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
            case 3 -> {
                byte[] noise = new byte[1 + random.nextInt(2000)];
                random.nextBytes(noise);
                yield noise;
            }
            // A record of 16 KiB that does not follow.
            case 4 -> new byte[] {22, 3, 1, 64, 0, 1, 0, 63};
            default -> Arrays.copyOf(hello, 1 + random.nextInt(hello.length - 1));
        };
    }

    private void sweep(Tally tally, boolean idle) {
        ByteBuffer buffer = ByteBuffer.allocate(8192);
        Iterator<Held> all = held.iterator();
        while (all.hasNext()) {
            Held each = all.next();
            boolean late = System.nanoTime() - each.since > LONGEST_NANOS;
            if (isClosed(each.channel, buffer)) {
                tally.refused();
            } else if (late && !idle) {
                tally.heldUp(each.to + ": a connection without a handshake");
            } else if (!late) {
                continue;
            }
            Sockets.close(each.channel);
            all.remove();
        }
    }

    private static boolean isClosed(SocketChannel channel, ByteBuffer buffer) {
        try {
            int read;
            do {
                buffer.clear();
                read = channel.read(buffer);
            } while (read > 0);
            return read < 0;
        } catch (IOException closed) {
            return true;
        }
    }

    /** Waits until the server has closed all, or should have. */
    synchronized void awaitClosed(Tally tally) {
        while (!held.isEmpty()) {
            LockSupport.parkNanos(100_000_000);
            sweep(tally, false);
        }
    }

    @Override
    public synchronized void end(Tally tally, boolean idle) {
        sweep(tally, idle);
        held.forEach(each -> Sockets.close(each.channel));
        held.clear();
    }
}
