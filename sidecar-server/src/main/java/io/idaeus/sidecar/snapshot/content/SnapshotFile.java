/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.content;

import io.idaeus.sidecar.checksum.Crc32;
import java.nio.file.Path;

/**
 * A file that a finished manifest lists.
 *
 * @param path to be opened without following links
 */
public record SnapshotFile(Path path, long bytes, Crc32 crc32) {}
