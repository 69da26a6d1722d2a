/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.competitor;

import io.idaeus.it.bench.data.DataSet;
import io.idaeus.it.bench.measure.Server;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

final class RsyncSsh implements Tool {
    private final Sshd sshd = new Sshd();

    @Override
    public String name() {
        return "rsync-ssh";
    }

    @Override
    public int connections() {
        return 1;
    }

    @Override
    public List<String> needs() {
        return Sshd.with("rsync");
    }

    @Override
    public Optional<Server> serve(DataSet set, Path scratch) throws IOException {
        return Optional.of(sshd.start(scratch));
    }

    @Override
    public List<String> receive(DataSet set, Path scratch, Path destination) {
        return List.of(
                "rsync",
                "-a",
                "--whole-file",
                "-e",
                "ssh -p " + sshd.port() + " " + String.join(" ", Sshd.options(scratch)),
                System.getProperty("user.name") + "@127.0.0.1:" + set.directory() + "/",
                destination + "/");
    }
}
