/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.cassandra;

import io.idaeus.it.harness.process.YamlTree;
import java.nio.file.Path;
import java.util.List;

/** The cassandra.yaml that every node and offline tool of a version starts from. */
final class CassandraYaml {
    private CassandraYaml() {}

    static YamlTree of(CassandraVersion version, Path directory, List<Path> dataDirectories) {
        YamlTree yaml = YamlTree.parse(Resources.text("cassandra.yaml"))
                .put(
                        "data_file_directories",
                        dataDirectories.stream().map(Path::toString).toList())
                .put("commitlog_directory", directory.resolve("commitlog"))
                .put("saved_caches_directory", directory.resolve("saved_caches"))
                .put("hints_directory", directory.resolve("hints"))
                .put("cdc_raw_directory", directory.resolve("cdc_raw"));
        return version == CassandraVersion.V4_0
                ? yaml.put("commitlog_sync_period_in_ms", 10_000)
                : yaml.put("commitlog_sync_period", "10000ms");
    }
}
