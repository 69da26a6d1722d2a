/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.way;

import io.idaeus.api.node.CassandraProcess.Phase;
import java.util.List;

/** Where the node that a plan fills stands while a step is taken. */
public enum Standing {
    /** Outside the ring; or its Cassandra does not run. */
    OUTSIDE,
    /** It gets writes, and nobody reads it. One that was started as a member by mistake is read, and may go on. */
    IN_SURVEY,
    /** A member, started as the plan says or in any other way. */
    MEMBER,
    /** A member that runs without the options of the plan. */
    PLAIN_MEMBER,
    /** The step leads from one to the other. */
    BETWEEN;

    /** In which phases of the node SSTables may be imported. */
    public List<Phase> phases() {
        return switch (this) {
            case OUTSIDE -> List.of(Phase.NOT_JOINED);
            case IN_SURVEY -> List.of(Phase.SURVEY, Phase.NORMAL);
            case MEMBER, PLAIN_MEMBER -> List.of(Phase.NORMAL);
            case BETWEEN -> List.of();
        };
    }
}
