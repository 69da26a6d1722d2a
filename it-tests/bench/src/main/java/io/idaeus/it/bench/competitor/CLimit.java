/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.competitor;

import io.idaeus.it.bench.data.DataSet;
import io.idaeus.it.bench.measure.CProgram;
import io.idaeus.it.bench.measure.Ends;
import io.idaeus.it.bench.measure.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The limit of the machine: two small C programs, sendfile to recv and pwrite, fdatasync per file, no checksums. */
final class CLimit implements Tool {
    private final boolean direct;
    private final int connections;
    private final Ends ends;
    private @Nullable Path receive;
    private int port;

    CLimit(boolean direct, int connections, Ends ends) {
        this.direct = direct;
        this.connections = connections;
        this.ends = ends;
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
        return List.of(CProgram.COMPILER);
    }

    @Override
    public Optional<Server> serve(DataSet set, Path scratch) throws IOException {
        Path send = CProgram.compile("send", scratch);
        receive = CProgram.compile("receive", scratch);
        Files.writeString(list(scratch), lines(set));
        List<String> command =
                ends.atSender(List.of(send.toString(), list(scratch).toString(), ends.host()));
        Server sender = Server.start("send", command, scratch);
        port = Integer.parseInt(sender.readLine());
        return Optional.of(sender);
    }

    @Override
    public List<String> receive(DataSet set, Path scratch, Path destination) {
        return ends.atReceiver(List.of(
                Objects.requireNonNull(receive).toString(),
                direct ? "direct" : "buffered",
                ends.host(),
                Integer.toString(port),
                list(scratch).toString(),
                destination.toString(),
                Integer.toString(connections)));
    }

    @Override
    public List<Path> landed(DataSet set, Path destination) {
        return IntStream.range(0, set.asFewFiles().size())
                .mapToObj(i -> destination.resolve(Integer.toString(i)))
                .toList();
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
