/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.competitor;

import io.idaeus.it.bench.data.DataSet;
import io.idaeus.it.bench.measure.Server;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** No network, no checksums, no fsync: only the disk and the page cache. */
final class Cp implements Tool {

    @Override
    public String name() {
        return "cp";
    }

    @Override
    public int connections() {
        return 1;
    }

    @Override
    public List<String> needs() {
        return List.of("cp");
    }

    @Override
    public Optional<Server> serve(DataSet set, Path scratch) {
        return Optional.empty();
    }

    @Override
    public List<String> receive(DataSet set, Path scratch, Path destination) {
        return List.of("cp", "-r", "--reflink=never", set.directory() + "/.", destination.toString());
    }
}
