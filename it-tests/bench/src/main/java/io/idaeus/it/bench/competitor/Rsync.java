/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.competitor;

import io.idaeus.it.bench.data.DataSet;
import io.idaeus.it.bench.measure.Ends;
import io.idaeus.it.bench.measure.Packages;
import io.idaeus.it.bench.measure.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An rsync daemon and its client, without delta encoding, which new files do not need. */
final class Rsync implements Tool {
    private final boolean forcing;
    private final Ends ends;
    private int port;

    /** @param forcing forces each file to disk */
    Rsync(boolean forcing, Ends ends) {
        this.forcing = forcing;
        this.ends = ends;
    }

    @Override
    public String name() {
        return forcing ? "rsync-fsync" : "rsync";
    }

    @Override
    public int connections() {
        return 1;
    }

    @Override
    public List<String> needs() {
        return List.of("rsync");
    }

    @Override
    public Optional<Server> serve(DataSet set, Path scratch) throws IOException {
        port = Server.freePort();
        Path configuration = Files.writeString(scratch.resolve("rsyncd.conf"), """
                use chroot = no
                %s
                [set]
                path = %s
                """.formatted(
                        Packages.root() ? "uid = 0\ngid = 0" : "", set.directory()));
        List<String> command = List.of(
                "rsync",
                "--daemon",
                "--no-detach",
                "--address=" + ends.host(),
                "--port=" + port,
                "--config=" + configuration,
                "--log-file=" + scratch.resolve("rsyncd.log"));
        return Optional.of(
                Server.start("rsync", ends.atSender(command), scratch).listening(ends, port));
    }

    @Override
    public List<String> receive(DataSet set, Path scratch, Path destination) {
        List<String> command = new ArrayList<>(List.of("rsync", "-a", "--whole-file"));
        if (forcing) {
            command.add("--fsync");
        }
        command.add("rsync://" + ends.host() + ":" + port + "/set/");
        command.add(destination + "/");
        return ends.atReceiver(command);
    }
}
