/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.node;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * The node and its sidecar.
 *
 * @param hostId the node's host id; transfers pin their sources by it
 * @param cassandraVersion for instance {@code 5.0.9}
 * @param partitioner class name
 * @param mode Cassandra's operation mode, for instance {@code NORMAL}
 * @param tokens the node's tokens, ascending
 * @param capabilities features beyond {@code apiVersions}, for instance {@code nodetool-import}
 * @param insecure whether a plane listens beyond loopback without TLS
 */
@Schema(example = NodeExamples.NODE)
@RecordBuilder
public record NodeInfo(
        String cluster,
        String hostId,
        String cassandraVersion,
        String partitioner,
        String datacenter,
        String rack,
        String mode,
        List<String> tokens,
        List<DataDirectory> dataDirectories,
        DataPlane dataPlane,
        String sidecarVersion,
        List<String> apiVersions,
        List<String> dataPlaneVersions,
        List<String> capabilities,
        boolean insecure) {
    /** The capability of a sidecar that describes slices, and serves byte ranges with an end. */
    public static final String SLICES = "slices";

    /** The capability of a sidecar that lets its node enter write survey without a restart, where Cassandra does. */
    public static final String ENTER_SURVEY = "enter-survey";

    /** It takes part in plans that have several steps taken at the same time. */
    public static final String PARALLEL_STEPS = "parallel-steps";

    /** It takes part in plans of kind {@link io.idaeus.api.plan.PlanKind#EXPAND}. */
    public static final String EXPANSION = "expansion";

    /** It takes part in plans of kind {@link io.idaeus.api.plan.PlanKind#CLEANUP}. */
    public static final String CLEANUP = "cleanup";

    /** It takes part in plans of kind {@link io.idaeus.api.plan.PlanKind#CLONE}, at either side. */
    public static final String CLONE = "clone";

    /** It tells the coordinator of a plan which sources it cannot pull from. */
    public static final String SOURCE_CHECKS = "source-checks";

    /** It changes the schema of its cluster, and truncates tables, for plans of kind {@link io.idaeus.api.plan.PlanKind#CLONE}. */
    public static final String SCHEMA_CHANGES = "schema-changes";

    /** It reads rows for comparisons. */
    public static final String ROWS = "rows";
}
