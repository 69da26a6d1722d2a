/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.idaeus.sidecar.disk.DirectoryScans;
import io.idaeus.sidecar.disk.HungMount;
import io.idaeus.sidecar.problem.UnreadableFiles;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Lists a directory that hangs, as listings of SSTables do; in tests alone. */
@Controller("/v1/hung")
@ExecuteOn(TaskExecutors.BLOCKING)
final class HungScanController {
    static final AtomicInteger WAITING = new AtomicInteger();
    static volatile HungMount mount = new HungMount(Path.of("/mnt/gone"));
    static volatile DirectoryScans scans = DirectoryScans.ofProcess();

    @Get
    String list() {
        WAITING.incrementAndGet();
        try {
            return scans.run(
                    List.of(mount.path()), () -> mount.path().toRealPath().toString());
        } catch (IOException e) {
            throw UnreadableFiles.problem("data directory " + mount.path(), e);
        } finally {
            WAITING.decrementAndGet();
        }
    }
}
