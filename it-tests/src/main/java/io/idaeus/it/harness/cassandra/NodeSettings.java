/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.cassandra;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * @param yaml cassandra.yaml by key path; overrides the harness
 * @param heapMiB bounds the heap and the direct memory
 * @param optimizing runs fast rather than starts fast
 * @param tls null for plain text
 */
record NodeSettings(
        CassandraVersion version,
        String clusterName,
        String name,
        Path directory,
        String address,
        int jmxPort,
        String seed,
        int dataDirectoryCount,
        Map<String, Object> yaml,
        int heapMiB,
        boolean optimizing,
        List<String> jvmOptions,
        @Nullable JmxCredentials jmxCredentials,
        @Nullable NodeTls tls,
        @Nullable Location location) {

    NodeSettings {
        yaml = Map.copyOf(yaml);
        jvmOptions = List.copyOf(jvmOptions);
    }

    /** Whether clients must log in. */
    boolean authenticating() {
        return "PasswordAuthenticator".equals(yaml.get("authenticator"));
    }

    record JmxCredentials(String user, String password) {}

    record Location(String datacenter, String rack) {}

    List<Path> dataDirectories() {
        return IntStream.rangeClosed(1, dataDirectoryCount)
                .mapToObj(i -> directory.resolve(dataDirectoryCount == 1 ? "data" : "data" + i))
                .toList();
    }

    Path conf() {
        return directory.resolve("conf");
    }

    Path logs() {
        return directory.resolve("logs");
    }

    Path home() {
        return directory.resolve("home");
    }

    Path nodetool() {
        return directory.resolve("bin/nodetool");
    }

    Path sstableMetadata() {
        return directory.resolve("bin/sstablemetadata");
    }
}
