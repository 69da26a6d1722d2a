/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * The cluster that a plan is made for.
 *
 * @param ring SHA-256, in hex, of its nodes with their tokens
 * @param schema its schema version
 * @param epoch of its metadata, from 6.0 on
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PlanCluster(
        String name,
        String cassandraVersion,
        String ring,
        String schema,
        @Nullable Long epoch) {}
