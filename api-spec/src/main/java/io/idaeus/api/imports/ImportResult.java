/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.imports;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.Finding;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Result of an import, by directory.
 *
 * @param findings what the checks before the import found
 */
@Schema(example = ImportExamples.IMPORT_RESULT)
public record ImportResult(List<DirectoryResult> directories, List<Finding> findings) {
    public ImportResult {
        findings = findings == null ? List.of() : findings;
    }

    /**
     * Result for one directory.
     *
     * @param imported whether Cassandra imported every SSTable in the directory
     * @param remainingFiles files that are still in the directory
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record DirectoryResult(
            String directory,
            boolean imported,
            List<String> remainingFiles,
            @Nullable String reason) {}
}
