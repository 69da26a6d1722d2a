/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.agent;

import io.idaeus.sidecar.WarmUp;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.serve.DataPlaneServer;
import io.idaeus.sidecar.serve.ServeMetrics;
import io.idaeus.sidecar.serve.ServeSettings;
import io.idaeus.sidecar.serve.file.ServedFile;
import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.throttle.TimerAlarm;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The source side as a process: the product's data plane with its defaults, on the address {@code idaeus.bench.host}, serving one set. Arguments:
 * the set's directory, its index, bytes per second (0 for no limit), and with TLS the directory of the identity.
 * Commands: {@code port}, {@code observe}.
 */
public final class SenderAgent {
    private final Observed observed = new Observed();
    private final Path directory;
    private final FileIndex index;

    private SenderAgent(Path directory, FileIndex index) {
        this.directory = directory;
        this.index = index;
    }

    public static void main(String[] args) throws Exception {
        SenderAgent agent = new SenderAgent(Path.of(args[0]).toRealPath(), FileIndex.read(Path.of(args[1])));
        long bytesPerSecond = Long.parseLong(args[2]);
        ServeSettings settings = args.length > 3 ? withTls(Path.of(args[3])) : plain();
        // As the sidecar does.
        WarmUp.run(Path.of(args[1]).resolveSibling("sender"));
        try (TimerAlarm alarm = new TimerAlarm();
                DataPlaneServer server = DataPlaneServer.start(
                        settings,
                        agent::find,
                        new ServeMetrics(),
                        new Throttle(bytesPerSecond, System::nanoTime, alarm))) {
            Console.serve(words -> words[0].equals("port")
                    ? Integer.toString(server.address().getPort())
                    : agent.observed.takeWords());
        }
    }

    /** Finds a file by its number in the index, which stands for the SSTable. */
    private Optional<ServedFile> find(String tag, String keyspace, String table, String sstable, String component) {
        observed.delay().watchCurrentLoop();
        FileIndex.Entry file = index.files().get(Integer.parseInt(sstable));
        return Optional.of(new ServedFile(directory.resolve(file.path()), file.size(), new Crc32(file.crc32())));
    }

    private static ServeSettings plain() {
        return ServeSettings.plain(System.getProperty("idaeus.bench.host", "127.0.0.1"), 0);
    }

    private static ServeSettings withTls(Path identity) {
        ServeSettings plain = plain();
        return new ServeSettings(
                plain.host(),
                plain.port(),
                plain.eventLoops(),
                plain.connections(),
                plain.requestTimeout(),
                plain.idleTimeout(),
                plain.minRateWindow(),
                plain.minBytesPerSecond(),
                plain.segmentBytes(),
                plain.drainTimeout(),
                AgentIdentity.load(identity)::server,
                plain.readers());
    }
}
