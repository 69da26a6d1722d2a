/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Loopback addresses and JMX ports for this JVM's nodes. Each JVM locks a file, and with it a block of 250 addresses
 * ({@code 127.20.block.1…}) and ports below the ephemeral range. So test JVMs never collide.
 */
public final class Loopback {
    private static final int BLOCKS = 40;
    private static final int SIZE = 250;
    private static final int FIRST_PORT = 20_000;

    private static @Nullable Loopback ours;

    private final int block;
    private final FileLock lock;
    private int used;

    private Loopback(int block, FileLock lock) {
        this.block = block;
        this.lock = lock;
    }

    /** @param jmxPort on 127.0.0.1 */
    public record Place(String address, int jmxPort) {}

    public static synchronized Place next() {
        return ours().free();
    }

    /** No other running JVM has this number. */
    static synchronized int blockNumber() {
        return ours().block;
    }

    private static Loopback ours() {
        if (ours == null) {
            ours = locked();
        }
        return ours;
    }

    private Place free() {
        while (lock.isValid() && used < SIZE) {
            used++;
            int port = FIRST_PORT + block * SIZE + used - 1;
            if (isFree(port)) {
                return new Place("127.20." + block + "." + used, port);
            }
        }
        throw new IllegalStateException("this JVM has used its " + SIZE + " loopback addresses");
    }

    private static boolean isFree(int port) {
        try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return probe.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    private static Loopback locked() {
        Path locks = Path.of(System.getProperty("java.io.tmpdir"), "idaeus-it-" + System.getProperty("user.name"));
        try {
            Files.createDirectories(locks);
            for (int block = 0; block < BLOCKS; block++) {
                FileChannel channel = FileChannel.open(
                        locks.resolve("loopback-" + block), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock();
                if (lock != null) {
                    return new Loopback(block, lock);
                }
                channel.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot lock a block of loopback addresses in " + locks, e);
        }
        throw new IllegalStateException("all " + BLOCKS + " blocks of loopback addresses are taken, see " + locks);
    }
}
