/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.node;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * Health of the sidecar.
 *
 * @param up whether all checks pass
 */
@Schema(example = NodeExamples.HEALTH)
public record Health(boolean up, List<Check> checks) {

    /**
     * One check.
     *
     * @param name {@code jmx}, {@code cql}, {@code disks}, {@code data-plane} or, where records are kept, {@code audit}
     * @param up whether the check passes
     * @param detail what was found, or why the check fails
     */
    public record Check(String name, boolean up, String detail) {}
}
