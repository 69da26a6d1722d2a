/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a plan treats a keyspace.
 *
 * @param replication as in its schema
 * @param writes consistency level of its writes
 * @param copies how many replicas each range is merged from; 0 where the other replicas are too few, or where Idaeus does not fill it
 * @param treatment who fills it
 * @param why the reason for the treatment
 * @param ranges number of token ranges
 * @param slices whether SSTables that hold rows of other ranges, too, are cut; absent where they move whole, or where Idaeus
 *     does not fill the keyspace
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record PlanKeyspace(
        String keyspace,
        Map<String, String> replication,
        String writes,
        int copies,
        Treatment treatment,
        String why,
        int ranges,
        List<PlanTable> tables,
        @Nullable Boolean slices) {
    /** {@code slices}; false where it is absent. */
    public boolean cut() {
        return Boolean.TRUE.equals(slices);
    }

    /** Who fills a keyspace. */
    public enum Treatment {
        /** Idaeus moves it before the node joins. */
        FILL,
        /** Cassandra streams it while the node joins. */
        STREAM,
        /** It stays empty until a rebuild or a repair. */
        LEAVE_EMPTY,
        /** Nodes remove from it what they do not own. Nothing is filled. */
        CLEAN_UP
    }
}
