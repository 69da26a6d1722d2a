/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.health;

import io.idaeus.api.node.Health;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.CassandraHealth;
import io.idaeus.sidecar.problem.ProblemException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The readiness checks. They run in the caller's thread, at most once a second, and take some two seconds each at most. */
public final class Readiness {
    private static final int CONNECT_MILLIS = 1000;
    private static final long CURRENT_NANOS = Duration.ofSeconds(1).toNanos();

    private final CassandraDoor door;
    private final List<Path> directories;
    private final InetSocketAddress dataPlane;
    private final @Nullable Supplier<Optional<String>> auditFailure;
    private final LongSupplier nanoTime;
    private @Nullable Health last;
    private long lastNanos;

    /**
     * @param directories that the sidecar must be able to write
     * @param auditFailure why audit records cannot be written, empty where they can; null where there are none
     */
    public Readiness(
            CassandraDoor door,
            List<Path> directories,
            InetSocketAddress dataPlane,
            @Nullable Supplier<Optional<String>> auditFailure) {
        this(door, directories, dataPlane, auditFailure, System::nanoTime);
    }

    Readiness(
            CassandraDoor door,
            List<Path> directories,
            InetSocketAddress dataPlane,
            @Nullable Supplier<Optional<String>> auditFailure,
            LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.auditFailure = auditFailure;
        this.door = door;
        this.directories = List.copyOf(directories);
        this.dataPlane = dataPlane;
    }

    /** Returns a result of the last second, or else checks now. */
    public synchronized Health check() {
        Health known = last;
        if (known != null && nanoTime.getAsLong() - lastNanos < CURRENT_NANOS) {
            return known;
        }
        Health found = found();
        last = found;
        lastNanos = nanoTime.getAsLong();
        return found;
    }

    private Health found() {
        CassandraHealth cassandra = door.health();
        List<Health.Check> checks = new ArrayList<>(List.of(
                new Health.Check("jmx", cassandra.jmx().isUp(), cassandra.jmx().detail()),
                new Health.Check("cql", cassandra.cql().isUp(), cassandra.cql().detail()),
                disks(cassandra.jmx().isUp() ? dataDirectories() : List.of()),
                dataPlane(),
                importer(door.importerFailure())));
        if (auditFailure != null) {
            checks.add(audit(auditFailure.get()));
        }
        return new Health(checks.stream().allMatch(Health.Check::up), checks);
    }

    // None where Cassandra does not answer: its own checks say so.
    private List<Path> dataDirectories() {
        try {
            return door.node().identity().dataDirectories();
        } catch (ProblemException e) {
            return List.of();
        }
    }

    private Health.Check disks(List<Path> dataDirectories) {
        List<String> failures = new ArrayList<>();
        for (Path data : dataDirectories) {
            ReadableTree.failure(data).ifPresent(failures::add);
        }
        for (Path directory : directories) {
            failures.addAll(WrittenDirectory.failures(directory, dataDirectories));
        }
        return failures.isEmpty()
                ? new Health.Check("disks", true, "writable: " + directories)
                : new Health.Check("disks", false, String.join("; ", failures));
    }

    private static Health.Check importer(Optional<String> failure) {
        return new Health.Check("importer", failure.isEmpty(), failure.orElse("SSTables can be imported"));
    }

    private static Health.Check audit(Optional<String> failure) {
        return new Health.Check("audit", failure.isEmpty(), failure.orElse("records are written"));
    }

    private Health.Check dataPlane() {
        try (Socket socket = new Socket()) {
            socket.connect(dataPlane, CONNECT_MILLIS);
            return new Health.Check("data-plane", true, "listening on " + dataPlane);
        } catch (IOException e) {
            return new Health.Check("data-plane", false, "cannot connect to " + dataPlane + ": " + e.getMessage());
        }
    }
}
