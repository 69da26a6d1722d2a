/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.sidecar.start.StartOptions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides where a node stands between its start and the ring. */
final class NodePhases {
    private static final Set<String> STARTS = Set.of("STARTING", "JOINING", "JOINING_FAILED", "NORMAL");

    private NodePhases() {}

    /**
     * The facts that the node tells about its start.
     *
     * @param mode operation mode
     * @param initialized false until its start has come to an end, with or without joining
     * @param joined a member of the ring that is not in write survey
     * @param bootstrapping attribute {@code BootstrapMode}
     * @param bootstrapState null before 5.0
     * @param options JVM options
     */
    record Start(
            String mode,
            boolean initialized,
            boolean joined,
            boolean bootstrapping,
            @Nullable String bootstrapState,
            List<String> options) {
        boolean flag(String option, boolean otherwise) {
            return StartOptions.value(options, option)
                    .map(Boolean::parseBoolean)
                    .orElse(otherwise);
        }
    }

    /** @param entered whether the sidecar took this process into write survey */
    static Phase of(Start start, boolean entered) {
        if (!start.initialized() && STARTS.contains(start.mode())) {
            return Phase.STARTING;
        }
        return switch (start.mode()) {
            case "NORMAL" -> Phase.NORMAL;
            // A member that was told not to join again hibernates: the others take it for down.
            case "STARTING" ->
                start.joined() || start.flag(StartOptions.JOIN_RING, true) ? Phase.OTHER : Phase.NOT_JOINED;
            case "JOINING" -> isSurvey(start, entered) ? Phase.SURVEY : Phase.OTHER;
            case "JOINING_FAILED" -> afterFailure(start);
            default -> Phase.OTHER;
        };
    }

    private static boolean isSurvey(Start start, boolean entered) {
        // 6.0 keeps the bootstrap mode of a node that was started again in survey.
        boolean completed = "COMPLETED".equals(start.bootstrapState());
        // A node with join_ring=false counts as initialized before it joins: there, only who told it to knows.
        boolean streamed = !start.bootstrapping() && (entered || start.flag(StartOptions.JOIN_RING, true));
        return start.flag(StartOptions.WRITE_SURVEY, false) && (completed || streamed);
    }

    // 6.0 calls write survey a join that failed, of a bootstrap that is complete; after the join, until the next start.
    private static Phase afterFailure(Start start) {
        boolean survey = start.flag(StartOptions.WRITE_SURVEY, false) && "COMPLETED".equals(start.bootstrapState());
        return start.joined() ? Phase.NORMAL : survey ? Phase.SURVEY : Phase.OTHER;
    }

    /** The address that the node was told to replace. */
    static Optional<String> replaced(List<String> options) {
        return StartOptions.value(options, StartOptions.REPLACE)
                .or(() -> StartOptions.value(options, StartOptions.REPLACE_ALWAYS))
                .map(Addresses::host);
    }
}
