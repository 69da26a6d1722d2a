/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.idaeus.sidecar.durable.DurableFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Holds the control plane's address, for instance {@code http://127.0.0.1:9043}, while the sidecar runs. */
record AddressFile(Path path) implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AddressFile.class);

    void write(String address) {
        Path draft = path.resolveSibling(path.getFileName() + ".new");
        try {
            Files.writeString(draft, address + "\n");
            DurableFiles.move(draft, path);
        } catch (IOException e) {
            // Everything but the probes that read it works.
            log.warn("Cannot write control.addressFile {}: {}", path, e.toString());
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            log.warn("Cannot delete control.addressFile {}: {}", path, e.toString());
        }
    }
}
