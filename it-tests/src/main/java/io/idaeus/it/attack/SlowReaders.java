/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import io.idaeus.api.TableRef;
import io.idaeus.api.snapshot.Manifest;
import io.idaeus.api.snapshot.ManifestSstable;
import io.idaeus.api.snapshot.SnapshotRequest;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.harness.sidecar.Authority;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/** Callers with access who ask for much and read one byte a second. */
final class SlowReaders implements Attack {
    private static final int READERS = 16;
    private static final int PIPELINED = 2000;
    private static final long EACH_NANOS = 1_000_000_000;

    // data.minRateWindow is 30 s.
    private static final Duration LONGEST = Duration.ofSeconds(60);

    // More than TCP buffers hold, and TLS records of one flush.
    private static final int ANSWER_MILLIS = 25_000;
    private static final int SMALL_WINDOW = 16 * 1024;

    @Override
    public String name() {
        return "slow readers";
    }

    @Override
    public void run(AttackScene scene, RandomGenerator random, AttackDeadline deadline, Tally tally) throws Exception {
        SidecarProcess source = scene.sourceSidecar();
        String tag = "attacked-" + random.nextInt(1 << 30);
        SidecarClient operator = scene.client(source, "operator");
        TableRef table = new TableRef(AttackScene.TABLE.keyspace(), AttackScene.TABLE.table());
        operator.createSnapshot(new SnapshotRequest(tag, null, List.of(table), "10m", null));
        try {
            String file = largest(operator, tag, table);
            do {
                read(scene, file, tally);
            } while (!deadline.isOver());
        } finally {
            operator.deleteSnapshot(tag, false);
        }
    }

    private static String largest(SidecarClient operator, String tag, TableRef table) {
        Manifest manifest = operator.manifestPages(
                        tag, table.keyspace(), table.table(), List.of(), Duration.ofMinutes(1))
                .findFirst()
                .orElseThrow();
        ManifestSstable sstable = manifest.sstables().get(0);
        return "/data/v1/snapshots/%s/%s/%s/%s/Data.db"
                .formatted(tag, table.keyspace(), table.table(), sstable.sstable());
    }

    private static void read(AttackScene scene, String file, Tally tally) {
        Authority.Identity operator = scene.identity("operator");
        List<Socket> readers = new ArrayList<>();
        List<Socket> pipelining = new ArrayList<>();
        try {
            InetSocketAddress control = new InetSocketAddress(
                    scene.sourceSidecar().restUri().getHost(),
                    scene.sourceSidecar().restUri().getPort());
            for (int i = 0; i < READERS; i++) {
                begin(operator, scene.sourceSidecar().dataPlane(), file, 1, readers, tally);
                begin(operator, control, "/openapi/idaeus-v1.yaml", PIPELINED, pipelining, tally);
            }
            if (readers.isEmpty()) {
                tally.breaks("no caller with access got a connection");
            }
            AttackDeadline longest = AttackDeadline.in(LONGEST);
            while (!readers.isEmpty() && !longest.isOver()) {
                LockSupport.parkNanos(EACH_NANOS);
                readers.removeIf(reader -> isDropped(reader, tally));
            }
            readers.forEach(reader -> tally.heldUp("a reader of one byte a second"));
        } finally {
            readers.forEach(Sockets::close);
            pipelining.forEach(Sockets::close);
        }
    }

    private static void begin(
            Authority.Identity caller,
            InetSocketAddress plane,
            String target,
            int times,
            List<Socket> begun,
            Tally tally) {
        tally.sent();
        try {
            begun.add(ask(caller, plane, target, times));
        } catch (IOException crowdedOut) {
            // Ten thousand connections arrive at the same time.
            tally.refused();
        }
    }

    private static Socket ask(Authority.Identity caller, InetSocketAddress plane, String target, int times)
            throws IOException {
        Socket plain = new Socket();
        plain.setSoTimeout(ANSWER_MILLIS);
        plain.setReceiveBufferSize(SMALL_WINDOW);
        plain.connect(plane);
        Socket socket =
                caller.ssl().getSocketFactory().createSocket(plain, plane.getHostString(), plane.getPort(), true);
        String request = "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        if (times > 1) {
            // The server stops reading once it holds enough answers, so this blocks.
            Thread writer = new Thread(() -> write(socket, request, times), "pipelining");
            writer.setDaemon(true);
            writer.start();
        } else {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        }
        return socket;
    }

    private static void write(Socket socket, String request, int times) {
        try {
            for (int i = 0; i < times; i++) {
                socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            }
        } catch (IOException closed) {
            // The attack has ended, or the server has dropped it.
        }
    }

    /** Reads a byte. Writes one too: what has arrived before a reset can still be read. */
    private static boolean isDropped(Socket reader, Tally tally) {
        try {
            reader.getOutputStream().write('G');
            if (reader.getInputStream().read() >= 0) {
                return false;
            }
        } catch (SocketTimeoutException e) {
            tally.heldUp("a reader of one byte a second gets none");
        } catch (IOException closed) {
            // A reset, or a record that ends early.
        }
        tally.refused();
        Sockets.close(reader);
        return true;
    }
}
