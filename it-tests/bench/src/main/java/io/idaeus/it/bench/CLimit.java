/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import io.idaeus.it.harness.Command;
import io.idaeus.it.harness.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The limit: a small C program on either side, sendfile to recv and pwrite, fdatasync per file, no proof. */
final class CLimit implements Tool {
    private static final List<String> COMPILE =
            List.of("gcc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-pthread");

    private final boolean direct;
    private final int connections;
    private int port;

    CLimit(boolean direct, int connections) {
        this.direct = direct;
        this.connections = connections;
    }

    @Override
    public String name() {
        return direct ? "c-limit-direct" : "c-limit";
    }

    @Override
    public int connections() {
        return connections;
    }

    @Override
    public List<String> needs() {
        return List.of("gcc");
    }

    @Override
    public Optional<Server> serve(DataSet set, Path scratch) throws IOException {
        for (String program : List.of("send", "receive")) {
            compile(program, scratch);
        }
        Files.writeString(list(scratch), lines(set));
        List<String> command =
                List.of(scratch.resolve("send").toString(), list(scratch).toString());
        Server sender = Server.start("send", command, scratch);
        port = Integer.parseInt(sender.readLine());
        return Optional.of(sender);
    }

    @Override
    public List<String> receive(DataSet set, Path scratch, Path destination) {
        return List.of(
                scratch.resolve("receive").toString(),
                direct ? "direct" : "buffered",
                Integer.toString(port),
                list(scratch).toString(),
                destination.toString(),
                Integer.toString(connections));
    }

    @Override
    public List<Path> landed(DataSet set, Path destination) {
        return IntStream.range(0, set.asFewFiles().size())
                .mapToObj(i -> destination.resolve(Integer.toString(i)))
                .toList();
    }

    private static void compile(String program, Path scratch) {
        Path source = Workspace.module().resolve("bench/src/main/c").resolve(program + ".c");
        List<String> command = new ArrayList<>(COMPILE);
        command.addAll(List.of("-o", scratch.resolve(program).toString(), source.toString()));
        Command.of(command).run().orThrow();
    }

    private static Path list(Path scratch) {
        return scratch.resolve("files.list");
    }

    private static String lines(DataSet set) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (Path file : set.asFewFiles()) {
            lines.append(Files.size(file)).append(' ').append(file).append('\n');
        }
        return lines.toString();
    }
}
