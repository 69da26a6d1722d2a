/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.faults;

import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.NodeSstables;
import io.idaeus.it.harness.process.Command;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Injects a scheduled fault and repairs it like an operator or a supervisor. */
final class Injection {
    private static final long SLOW = 1 << 20;
    private static final long HOURS = 3_600;

    private final FaultScene scene;
    private final Duration stopFor;
    private Runnable repair = () -> {};
    private boolean missed;

    /** @param stopFor how long a stopped process stays stopped */
    Injection(FaultScene scene, Duration stopFor) {
        this.scene = scene;
        this.stopFor = stopFor;
    }

    /** Returns when everything runs again, except what {@link #repair} repairs after the transfer. */
    void inject(FaultSchedule schedule, String transfer) {
        missed = false;
        switch (schedule.fault()) {
            case KILL_DESTINATION_SIDECAR -> kill(scene.pair().destinationSidecar(), schedule);
            case KILL_SOURCE_SIDECAR -> kill(scene.pair().sourceSidecar(), schedule);
            case KILL_DESTINATION_CASSANDRA -> kill(scene.pair().destination());
            case KILL_SOURCE_CASSANDRA -> kill(scene.pair().source());
            case CUT_LINK ->
                forSeconds(
                        1 + schedule.below(4, 0),
                        scene.pair().link()::cut,
                        scene.pair().link()::pass);
            case STALL_LINK ->
                forSeconds(
                        1 + schedule.below(8, 0),
                        scene.pair().link()::stall,
                        scene.pair().link()::pass);
            case SLOW_LINK ->
                forSeconds(2, () -> scene.pair().link().slow(SLOW), scene.pair().link()::pass);
            case FLIP_BIT_ON_WIRE -> {
                scene.pair().link().flipAfter(schedule.below(1 << 20, 0));
                repair = () -> missed = scene.pair().link().flipNoMore();
            }
            case FLIP_BIT_AT_SOURCE -> flipAtSource(schedule);
            case TRUNCATE_PART_FILE -> truncatePartFile(schedule, transfer);
            case DELETE_SNAPSHOT -> scene.pair().source().nodetool("clearsnapshot", "-t", "idaeus-" + transfer);
            case FILL_STAGING -> forSeconds(4, scene.disk()::fill, scene.disk()::empty);
            case FREEZE_STAGING -> freeze(staged(transfer));
            case STOP_DESTINATION_SIDECAR ->
                stop(scene.pair().destinationSidecar()::pause, scene.pair().destinationSidecar()::resume);
            case STOP_SOURCE_SIDECAR ->
                stop(scene.pair().sourceSidecar()::pause, scene.pair().sourceSidecar()::resume);
            case STOP_DESTINATION_CASSANDRA ->
                stop(scene.pair().destination()::pause, scene.pair().destination()::resume);
            case JUMP_DESTINATION_CLOCK -> jump(scene.destinationClock(), schedule);
            case JUMP_SOURCE_CLOCK -> jump(scene.sourceClock(), schedule);
        }
    }

    /** Repairs what outlasts the transfer. */
    void repair() {
        repair.run();
        repair = () -> {};
    }

    /** True if the transfer ended before the fault. */
    boolean missed() {
        return missed;
    }

    private static void kill(SidecarProcess sidecar, FaultSchedule schedule) {
        sidecar.kill9();
        pause(Duration.ofMillis(schedule.below(2_000, 0)));
        sidecar.start();
    }

    private static void kill(CassandraNode node) {
        node.kill9();
        node.start();
    }

    private void stop(Runnable stop, Runnable go) {
        forSeconds(stopFor.toSeconds(), stop, go);
    }

    private static void forSeconds(long seconds, Runnable begin, Runnable end) {
        begin.run();
        try {
            pause(Duration.ofSeconds(seconds));
        } finally {
            end.run();
        }
    }

    private void jump(MovableClock clock, FaultSchedule schedule) {
        long hours = 1 + schedule.below(48, 0);
        clock.move((schedule.below(2, 1) == 0 ? hours : -hours) * HOURS);
        repair = () -> clock.move(0);
    }

    // Cassandra reads the same file: a snapshot's files are hard links to the table's.
    private void flipAtSource(FaultSchedule schedule) {
        Path directory = scene.pair()
                .source()
                .tableDirectories(scene.table().keyspace(), scene.table().table())
                .get(0);
        List<NodeSstables> sstables = NodeSstables.in(directory);
        Path data = sstables.get((int) schedule.below(sstables.size(), 0)).component("Data.db");
        long at = schedule.below(data.toFile().length(), 1);
        flip(data, at);
        repair = () -> flip(data, at);
    }

    private static void flip(Path file, long at) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, at);
            channel.write(ByteBuffer.wrap(new byte[] {(byte) (one.get(0) ^ 0x04)}), at);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Leaves what a host crash leaves of a file that was not forced. Its sidecar must be dead. */
    private void truncatePartFile(FaultSchedule schedule, String transfer) {
        scene.pair().destinationSidecar().kill9();
        List<Path> parts = below(staged(transfer)).stream()
                .filter(path -> path.toString().endsWith(".part"))
                .toList();
        if (!parts.isEmpty()) {
            truncate(parts.get((int) schedule.below(parts.size(), 0)), schedule);
        }
        scene.pair().destinationSidecar().start();
    }

    private static void truncate(Path part, FaultSchedule schedule) {
        try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
            channel.truncate(schedule.below(channel.size() + 1, 1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void freeze(Path directory) {
        forSeconds(4, () -> immutable("+i", directory), () -> immutable("-i", directory));
    }

    // Files come and go meanwhile, so a missing one is no error.
    private static void immutable(String flag, Path directory) {
        Command.of("chattr", "-R", "-f", flag, directory.toString()).run();
    }

    private Path staged(String transfer) {
        return scene.pair().destinationSidecar().stagingRoot().resolve(transfer);
    }

    private static List<Path> below(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void pause(Duration duration) {
        LockSupport.parkNanos(duration.toNanos());
    }
}
