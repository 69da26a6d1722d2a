/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A listener to attack, from many addresses of loopback.
 *
 * @param idle it answers nothing, so nobody waits for it
 */
record AttackedEndpoint(String name, InetSocketAddress address, boolean idle, boolean tls) {
    private static final int CONNECT_MILLIS = 10_000;

    /**
     * After the handshake.
     *
     * @param answerMillis the longest wait for an answer
     */
    Socket connect(SSLContext caller, RandomGenerator random, int answerMillis) throws IOException {
        Socket plain = new Socket();
        try {
            plain.bind(from(random));
            plain.connect(address, CONNECT_MILLIS);
            plain.setSoTimeout(answerMillis);
            plain.setTcpNoDelay(true);
            if (!tls) {
                return plain;
            }
            SSLSocket socket = (SSLSocket)
                    caller.getSocketFactory().createSocket(plain, address.getHostString(), address.getPort(), true);
            socket.startHandshake();
            return socket;
        } catch (IOException e) {
            plain.close();
            throw e;
        }
    }

    /** Without TLS, and not blocking. */
    SocketChannel open(RandomGenerator random) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.bind(from(random));
            channel.connect(address);
            channel.configureBlocking(false);
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static InetSocketAddress from(RandomGenerator random) {
        return new InetSocketAddress("127.77." + random.nextInt(8) + '.' + (1 + random.nextInt(250)), 0);
    }
}
