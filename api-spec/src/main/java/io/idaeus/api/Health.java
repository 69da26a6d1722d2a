/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import java.util.List;

/**
 * Whether the sidecar can do its work.
 *
 * @param up whether every check is
 */
public record Health(boolean up, List<Check> checks) {

    /**
     * One thing it needs.
     *
     * @param name {@code jmx}, {@code cql}, {@code disks} or {@code data-plane}
     * @param detail what was seen, or why it is not up
     */
    public record Check(String name, boolean up, String detail) {}
}
