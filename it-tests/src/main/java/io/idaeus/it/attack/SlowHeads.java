/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLContext;

/** Request heads and bodies of one byte a second, after the handshake. */
final class SlowHeads implements Flood {
    private static final int EACH_MILLIS = 1000;
    private static final int LONGEST_SECONDS = 25;

    private static final String HEAD = "GET /v1/node?x=" + "x".repeat(200) + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final String BODY =
            "POST /v1/transfers HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n";

    private final List<SSLContext> callers;

    SlowHeads(AttackScene scene) {
        callers = List.of(
                scene.identity("reader").ssl(),
                scene.identity(AttackScene.STRANGER).ssl());
    }

    @Override
    public String name() {
        return "slow requests";
    }

    @Override
    public boolean speaksTls() {
        return true;
    }

    @Override
    public double perSecond() {
        return 4;
    }

    @Override
    public void one(AttackedEndpoint endpoint, RandomGenerator random, Tally tally) throws IOException {
        SSLContext caller = callers.get(random.nextInt(callers.size()));
        boolean body = random.nextBoolean();
        tally.sent();
        try (Socket socket = endpoint.connect(caller, random, EACH_MILLIS)) {
            if (body) {
                socket.getOutputStream().write(BODY.getBytes(StandardCharsets.US_ASCII));
            }
            for (int i = 0; i < LONGEST_SECONDS; i++) {
                socket.getOutputStream().write(body ? ' ' : HEAD.charAt(i));
                try {
                    int status = Sockets.status(socket);
                    if (status == 0) {
                        tally.refused();
                    } else {
                        tally.answered(status, endpoint.name() + ": a slow request");
                    }
                    return;
                } catch (SocketTimeoutException notYet) {
                    // Another byte.
                }
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
            }
            if (!endpoint.idle()) {
                tally.heldUp(endpoint.name() + ": a request of one byte a second");
            }
        } catch (SocketTimeoutException e) {
            // The handshake.
            tally.refused();
        } catch (IOException closed) {
            tally.refused();
        }
    }
}
