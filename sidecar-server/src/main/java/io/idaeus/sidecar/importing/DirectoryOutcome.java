/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.importing;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of importing one directory.
 *
 * @param imported whether Cassandra took every file
 * @param left names of the files still in it
 * @param reason why not, or a note where it was
 */
public record DirectoryOutcome(
        Path directory,
        boolean imported,
        List<String> left,
        @Nullable String reason) {}
