/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import io.idaeus.client.PemTls;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLContext;

/** {@link BrokenHttp}, by callers of every role, strangers, and callers without a certificate. */
final class BrokenRequests implements Flood {
    // A request that does not arrive whole is dropped after 10 s.
    private static final int ANSWER_MILLIS = 25_000;

    private final List<SSLContext> callers = new ArrayList<>();

    BrokenRequests(AttackScene scene) {
        AttackScene.ROLES.forEach(role -> callers.add(scene.identity(role).ssl()));
        callers.add(scene.identity(AttackScene.STRANGER).ssl());
        callers.add(PemTls.context(scene.identity(AttackScene.STRANGER).trust(), null, null));
    }

    @Override
    public String name() {
        return "broken requests";
    }

    @Override
    public boolean speaksTls() {
        return true;
    }

    @Override
    public double perSecond() {
        return 40;
    }

    @Override
    public void one(AttackedEndpoint endpoint, RandomGenerator random, Tally tally) throws IOException {
        SSLContext caller = callers.get(random.nextInt(callers.size()));
        byte[] request = BrokenHttp.request(random);
        tally.sent();
        try (Socket socket = endpoint.connect(caller, random, ANSWER_MILLIS)) {
            socket.getOutputStream().write(request);
            if (endpoint.idle()) {
                return;
            }
            int status = Sockets.status(socket);
            if (status == 0) {
                tally.refused();
            } else {
                tally.answered(status, shown(endpoint, request));
            }
        } catch (SocketTimeoutException e) {
            tally.heldUp(shown(endpoint, request));
        } catch (IOException closed) {
            tally.refused();
        }
    }

    private static String shown(AttackedEndpoint endpoint, byte[] request) {
        String text = new String(request, 0, Math.min(request.length, 300), StandardCharsets.ISO_8859_1);
        return endpoint.name() + ": "
                + text.replace("\r", "\\r").replace("\n", "\\n").replace("\u0000", "\\0");
    }
}
