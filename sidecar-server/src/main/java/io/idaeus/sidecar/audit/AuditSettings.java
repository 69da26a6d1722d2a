/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.audit;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where records go.
 *
 * @param file null for none
 * @param maxFiles with the one that is written to
 * @param log also to the log
 * @param strict nothing changes unless its record is on disk
 */
public record AuditSettings(@Nullable Path file, long maxBytes, int maxFiles, boolean log, boolean strict) {
    public boolean isOn() {
        return file != null || log;
    }
}
