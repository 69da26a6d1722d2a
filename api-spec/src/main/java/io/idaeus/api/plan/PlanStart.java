/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How Cassandra is started for a phase of the plan.
 *
 * @param name for instance {@code without joining}
 * @param jvmOptions to add, for instance {@code -Dcassandra.join_ring=false}
 * @param yaml lines that cassandra.yaml must have
 * @param removed options and lines of earlier starts that must be gone
 * @param numTokens the setting {@code num_tokens} with which it must run; absent in plans of earlier builds
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PlanStart(
        String name,
        List<String> jvmOptions,
        List<String> yaml,
        List<String> removed,
        @Nullable Integer numTokens) {}
