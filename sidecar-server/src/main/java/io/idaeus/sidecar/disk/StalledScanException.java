/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.disk;

import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;

/** A disk or a network mount does not answer. */
public final class StalledScanException extends FileSystemException {
    private static final long serialVersionUID = 1L;

    StalledScanException(Path place, Duration limit) {
        super(
                place.toString(),
                null,
                "no answer within " + limit.toSeconds()
                        + " s: its disk or its network mount hangs, and a thread waits for it");
    }
}
