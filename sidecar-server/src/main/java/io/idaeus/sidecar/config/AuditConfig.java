/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where audit records go.
 *
 * @param file null for none
 * @param maxFiles with the one that is written to
 * @param log also to the log
 * @param strict nothing changes unless its record is on disk
 */
public record AuditConfig(@Nullable Path file, long maxFileBytes, int maxFiles, boolean log, boolean strict) {
    public boolean isOn() {
        return file != null || log;
    }

    /** @param wanted whether there is a file although no key says so */
    static AuditConfig read(Section section, Path stateDirectory, boolean wanted) {
        Optional<Path> byDefault = wanted || !section.isAbsent()
                ? Optional.of(stateDirectory.resolve("audit").resolve("audit.jsonl"))
                : Optional.empty();
        AuditConfig config = new AuditConfig(
                section.get("file", Value.PATH_OR_NONE, byDefault).orElse(null),
                section.get("maxFileSize", Value.size(64L << 10, 1L << 40), 64L << 20),
                section.get("maxFiles", Value.between(2, 1000), 10),
                section.get("log", Value.BOOLEAN, false),
                section.get("strict", Value.BOOLEAN, false));
        if (config.strict() && config.file() == null) {
            section.refuse("strict", "true", "false where audit.file is none: a record in the log alone can be lost");
        }
        return config;
    }
}
