/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import java.nio.file.Path;

/**
 * A file that a finished manifest lists.
 *
 * @param path below a data directory; to be opened without following links
 * @param crc32 unsigned
 */
public record SnapshotFile(Path path, long bytes, long crc32) {}
