/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.importing;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of one directory.
 *
 * @param imported whether Cassandra took every file in it
 * @param left the files that are still there
 * @param reason why not, or what to know although
 */
public record DirectoryOutcome(
        Path directory,
        boolean imported,
        List<String> left,
        @Nullable String reason) {}
