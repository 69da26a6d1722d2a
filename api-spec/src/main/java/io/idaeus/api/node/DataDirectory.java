/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.node;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * One of Cassandra's data directories.
 *
 * @param stagingRoot staging root on the same file system; absent where none is configured
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DataDirectory(
        String path,
        long totalBytes,
        long freeBytes,
        @Nullable String stagingRoot) {}
