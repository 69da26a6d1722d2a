/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.comparison;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.rows.RowLevel;
import io.idaeus.api.value.Bounded;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a comparison of tables of this cluster with those of the same names in another one.
 *
 * @param with a sidecar of the other cluster; those beside its other nodes are found by it
 * @param tables {@code keyspace.table} each; {@code *} stands for any characters, {@code ?} for one. Patterns for keyspaces
 *     leave out Cassandra's own
 * @param range token range {@code left:right}, meaning (left, right]; the whole ring where absent
 * @param level at which rows that seem to differ are read again; {@code LOCAL_QUORUM} where absent. Everything is read at
 *     {@code LOCAL_ONE} first. Cassandra repairs what it reads at higher levels
 * @param asOf a time in UTC; later writes are not judged. All are where absent
 * @param maxRate bytes per second that are read from each cluster
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Bounded.Fields
public record ComparisonRequest(
        @Bounded.Address String with,
        @Bounded.TablePatterns List<String> tables,
        @Nullable @Bounded.Range String range,
        @Nullable RowLevel level,

        @Nullable @Bounded.Moment String asOf,

        @Nullable @Bounded.Rate Long maxRate) {}
