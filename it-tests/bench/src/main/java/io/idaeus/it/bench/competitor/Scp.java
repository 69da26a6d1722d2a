/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.competitor;

import io.idaeus.it.bench.data.DataSet;
import io.idaeus.it.bench.measure.Server;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** scp with its fastest cipher, from an sshd with keys of its own. */
final class Scp implements Tool {
    private final Sshd sshd = new Sshd();

    @Override
    public String name() {
        return "scp";
    }

    @Override
    public int connections() {
        return 1;
    }

    @Override
    public List<String> needs() {
        return Sshd.with("scp");
    }

    @Override
    public Optional<Server> serve(DataSet set, Path scratch) throws IOException {
        return Optional.of(sshd.start(scratch));
    }

    @Override
    public List<String> receive(DataSet set, Path scratch, Path destination) {
        List<String> command = new ArrayList<>(List.of("scp", "-q", "-r", "-P", sshd.port()));
        command.addAll(Sshd.options(scratch));
        command.add(System.getProperty("user.name") + "@127.0.0.1:" + set.directory());
        command.add(destination.toString());
        return command;
    }

    @Override
    public List<Path> landed(DataSet set, Path destination) {
        Path below = destination.resolve(set.directory().getFileName());
        return set.index().files().stream()
                .map(file -> below.resolve(file.path()))
                .toList();
    }
}
