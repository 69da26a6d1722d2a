/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of each directory. */
public record ImportResult(List<DirectoryResult> directories) {

    /**
     * One directory.
     *
     * @param imported whether Cassandra took every SSTable in it
     * @param remainingFiles files that are still there
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record DirectoryResult(
            String directory,
            boolean imported,
            List<String> remainingFiles,
            @Nullable String reason) {}
}
