/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.sidecar.disk.DirectoryScans;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When low disk space ends leases early.
 *
 * @param share free share of a data file system below which space is low; 0 for never
 * @param leaseTtl from the last renewal of a lease that clears its snapshot on release; other leases keep their time
 */
public record LowSpace(double share, Duration leaseTtl) {
    private static final Logger LOG = LoggerFactory.getLogger(LowSpace.class);

    // Ignores file systems that cannot be read, or do not answer: what can be cleared elsewhere is.
    boolean isNow(List<Path> dataDirectories) {
        return dataDirectories.stream().anyMatch(this::isLow);
    }

    private boolean isLow(Path directory) {
        try {
            return DirectoryScans.ofProcess().run(List.of(directory), DirectoryScans.SHORT, () -> {
                FileStore store = Files.getFileStore(directory);
                return store.getUsableSpace() < share * store.getTotalSpace();
            });
        } catch (IOException e) {
            LOG.debug("free space of {} unknown", directory, e);
            return false;
        }
    }
}
