/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.disk;

import java.io.IOException;
import java.nio.file.Path;

/** Makes pipes: whoever opens one to read waits until somebody opens it to write. */
public final class NamedPipe {
    private NamedPipe() {}

    public static Path create(Path path) throws IOException, InterruptedException {
        int exit = new ProcessBuilder("mkfifo", path.toString())
                .inheritIO()
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IOException("mkfifo " + path + " ended with " + exit);
        }
        return path;
    }
}
