/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.serve.file.ServedFile;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.throttle.TimerAlarm;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A server in a process of its own: serves one file, prints its port, and ends with its standard input. */
public final class ServeProcess {
    private static final String PORT = "port ";

    private ServeProcess() {}

    /** Starts it; {@code files} is a size, the CRC32 of that file, the next size, and so on. */
    public static Process start(List<String> prefix, Path directory, String... files) throws IOException {
        return start(prefix, directory, Throttle.UNLIMITED, files);
    }

    static Process start(List<String> prefix, Path directory, long bytesPerSecond, String... files) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Drate=" + bytesPerSecond,
                "-cp",
                System.getProperty("java.class.path"),
                ServeProcess.class.getName(),
                directory.toString()));
        command.addAll(List.of(files));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Where it listens; waits until it does. */
    public static InetSocketAddress address(Process process) throws IOException {
        BufferedReader output = process.inputReader();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(PORT)) {
                return new InetSocketAddress(
                        InetAddress.getLoopbackAddress(), Integer.parseInt(line.substring(PORT.length())));
            }
        }
        throw new EOFException("the server ended before it listened");
    }

    public static void main(String[] args) throws IOException {
        SnapshotFiles files = new SnapshotFiles(Path.of(args[0]));
        for (int i = 1; i < args.length; i += 2) {
            long size = Long.parseLong(args[i]);
            Crc32 crc32 = i + 1 < args.length ? Crc32.parse(args[i + 1]) : new Crc32(0);
            String component = i == 1 ? "Data.db" : "Data" + (i / 2) + ".db";
            files.list(component, new ServedFile(Path.of(args[0], "nb-7-big-" + component), size, crc32));
        }
        try (TimerAlarm alarm = new TimerAlarm();
                DataPlaneServer server = DataPlaneServer.start(
                        Settings.withoutReadAhead(),
                        files,
                        new ServeMetrics(),
                        new Throttle(Long.getLong("rate", 0), System::nanoTime, alarm))) {
            System.out.println(PORT + server.address().getPort());
            while (System.in.read() >= 0) {
                // until it ends
            }
        }
    }
}
