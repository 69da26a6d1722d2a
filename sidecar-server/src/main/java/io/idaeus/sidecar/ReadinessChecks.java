/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import io.idaeus.api.Health;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.CassandraHealth;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** What readiness looks at, each with a reason. */
final class ReadinessChecks {
    private static final int CONNECT_MILLIS = 1000;

    private ReadinessChecks() {}

    static List<Supplier<List<Health.Check>>> of(
            CassandraDoor door, List<Path> directories, InetSocketAddress dataPlane) {
        return List.of(
                () -> cassandra(door.health()), () -> List.of(disks(directories)), () -> List.of(listening(dataPlane)));
    }

    private static List<Health.Check> cassandra(CassandraHealth health) {
        return List.of(
                new Health.Check("jmx", health.jmx().isUp(), health.jmx().detail()),
                new Health.Check("cql", health.cql().isUp(), health.cql().detail()));
    }

    private static Health.Check disks(List<Path> directories) {
        List<String> wrong = new ArrayList<>();
        for (Path directory : directories) {
            if (!Files.isDirectory(directory)) {
                wrong.add(directory + " is no directory");
            } else if (!Files.isWritable(directory)) {
                wrong.add(directory + " is not writable");
            }
        }
        return new Health.Check(
                "disks", wrong.isEmpty(), wrong.isEmpty() ? "writable: " + directories : String.join("; ", wrong));
    }

    private static Health.Check listening(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, CONNECT_MILLIS);
            return new Health.Check("data-plane", true, "listens on " + address);
        } catch (IOException e) {
            return new Health.Check("data-plane", false, address + " does not answer: " + e.getMessage());
        }
    }
}
