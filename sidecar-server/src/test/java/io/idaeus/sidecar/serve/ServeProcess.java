/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import java.io.IOException;
import java.nio.file.Path;

/** A server in a process of its own: serves one file, prints its port, and ends with its standard input. */
public final class ServeProcess {
    private ServeProcess() {}

    public static void main(String[] args) throws IOException {
        SnapshotFiles files = new SnapshotFiles(Path.of(args[0]));
        for (int i = 1; i < args.length; i += 2) {
            long size = Long.parseLong(args[i]);
            int crc32 = i + 1 < args.length ? Integer.parseUnsignedInt(args[i + 1], 16) : 0;
            String component = i == 1 ? "Data.db" : "Data" + (i / 2) + ".db";
            files.list(component, new ServedFile(Path.of(args[0], "nb-7-big-" + component), size, crc32));
        }
        try (DataPlaneServer server =
                DataPlaneServer.start(ServeSettings.plain("127.0.0.1", 0), files, new ServeMeters())) {
            System.out.println(server.address().getPort());
            while (System.in.read() >= 0) {
                // until it ends
            }
        }
    }
}
