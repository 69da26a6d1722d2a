/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.testing;

import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Supplier;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;

/**
 * Polls a container from outside until it serves. A Docker health check would start a process in the container each
 * time, which dominates on a small machine. Stops waiting when the container ends.
 */
final class SidecarReadiness extends AbstractWaitStrategy {
    private static final int SHOWN = 6_000;
    private static final int ANSWER_MILLIS = 5_000;
    private static final Duration PAUSE = Duration.ofMillis(250);

    // Native protocol v4, a frame header with opcode OPTIONS; the answer has opcode SUPPORTED.
    private static final byte[] CQL_OPTIONS = {4, 0, 0, 0, 5, 0, 0, 0, 0};

    private static final int CQL_OPCODE = 4;
    private static final int CQL_SUPPORTED = 6;

    /** Fails with the reason why the container is not ready. */
    private interface Question {
        void ask() throws IOException;
    }

    private final Question question;

    private SidecarReadiness(Question question, Duration bound) {
        this.question = question;
        withStartupTimeout(bound);
    }

    /** Ready when it serves CQL. */
    static SidecarReadiness cql(Supplier<InetSocketAddress> address, Duration bound) {
        return new SidecarReadiness(() -> askCql(address.get()), bound);
    }

    /** Ready when the resource answers 200. */
    static SidecarReadiness http(Supplier<URI> address, Duration bound) {
        return new SidecarReadiness(() -> askHttp(address.get()), bound);
    }

    @Override
    protected void waitUntilReady() {
        long end = System.nanoTime() + startupTimeout.toNanos();
        while (true) {
            ContainerState state = waitStrategyTarget.getCurrentContainerInfo().getState();
            if (!Boolean.TRUE.equals(state.getRunning())) {
                throw failure("ended with exit code " + state.getExitCodeLong());
            }
            try {
                question.ask();
                return;
            } catch (IOException | IllegalStateException e) {
                // IllegalStateException: its ports are not published yet.
                if (System.nanoTime() > end) {
                    throw failure("is not ready after " + startupTimeout.toSeconds() + " s (" + e + ")");
                }
            }
            pause();
        }
    }

    private ContainerLaunchException failure(String what) {
        String log = waitStrategyTarget.getLogs();
        String image = waitStrategyTarget.getContainerInfo().getConfig().getImage();
        return new ContainerLaunchException(
                image + " " + what + "; last output:\n" + log.substring(Math.max(0, log.length() - SHOWN)));
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ContainerLaunchException("interrupted while a container started", e);
        }
    }

    // A connection alone proves nothing: Docker's own proxy accepts it.
    private static void askCql(InetSocketAddress address) throws IOException {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(ANSWER_MILLIS);
            socket.connect(new InetSocketAddress(address.getHostString(), address.getPort()), ANSWER_MILLIS);
            socket.getOutputStream().write(CQL_OPTIONS);
            byte[] header = new byte[CQL_OPTIONS.length];
            new DataInputStream(socket.getInputStream()).readFully(header);
            if (header[CQL_OPCODE] != CQL_SUPPORTED) {
                throw new IOException("CQL opcode: " + header[CQL_OPCODE] + ", expected: " + CQL_SUPPORTED);
            }
        }
    }

    private static void askHttp(URI address) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
        connection.setConnectTimeout(ANSWER_MILLIS);
        connection.setReadTimeout(ANSWER_MILLIS);
        try {
            if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
                InputStream body = connection.getErrorStream();
                throw new IOException(address + " answered " + connection.getResponseCode() + ": "
                        + (body == null ? "" : new String(body.readAllBytes(), StandardCharsets.UTF_8)));
            }
        } finally {
            connection.disconnect();
        }
    }
}
