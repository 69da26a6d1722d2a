/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.facts;

import io.idaeus.api.cluster.Cluster;
import java.util.List;

/** The schema versions of live nodes. */
public final class SchemaVersions {
    private static final String UNREACHABLE = "UNREACHABLE";

    private SchemaVersions() {}

    public static List<String> of(Cluster view) {
        return view.schemaVersions().keySet().stream()
                .filter(version -> !version.equals(UNREACHABLE))
                .sorted()
                .toList();
    }
}
