/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.measure;

import io.idaeus.it.harness.process.Command;
import io.idaeus.it.harness.process.Guard;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that lives over several runs and takes commands line by line. Its standard error goes to a file. */
public final class Server implements AutoCloseable {
    private final String name;
    private final Process process;
    private final Path log;
    private final BufferedReader out;
    private final Writer in;

    private Server(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.in = process.outputWriter(StandardCharsets.UTF_8);
    }

    public static Server start(String name, List<String> command, Path scratch) throws IOException {
        Path log = scratch.resolve(name + ".log");
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.to(log.toFile()))
                .start();
        Guard.watch(process);
        return new Server(name, process, log);
    }

    /** A port without a listener. */
    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    public long pid() {
        return process.pid();
    }

    public String readLine() throws IOException {
        String line = out.readLine();
        if (line == null) {
            throw new IOException(name + " ended: " + Files.readString(log));
        }
        return line;
    }

    /** @return the words after {@code ok} */
    public List<String> ask(String command) throws IOException {
        in.write(command + "\n");
        in.flush();
        String line = readLine();
        while (!line.startsWith("ok ") && !line.startsWith("failed ")) {
            line = readLine();
        }
        if (line.startsWith("failed ")) {
            throw new IOException(name + ": " + command + ": " + line + " (see " + log + ")");
        }
        return List.of(line.substring("ok ".length()).split(" ", -1));
    }

    /** Returns when the port of the sender's end accepts connections from the receiver's. */
    public Server listening(Ends ends, int port) throws IOException {
        List<String> connect = ends.atReceiver(List.of("bash", "-c", ": < /dev/tcp/" + ends.host() + "/" + port));
        for (int attempt = 0; attempt < 100; attempt++) {
            if (Command.of(connect).run().exitCode() == 0) {
                return this;
            }
            pause();
        }
        close();
        throw new IOException(name + " does not listen on " + port + ": " + Files.readString(log));
    }

    @Override
    public void close() {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        children.forEach(ProcessHandle::destroyForcibly);
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
