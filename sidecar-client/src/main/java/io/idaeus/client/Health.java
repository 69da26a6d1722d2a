/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a health check says.
 *
 * @param status {@code UP}, {@code DOWN} or {@code UNKNOWN}
 * @param details by what was checked; their shape is not part of the contract
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Health(String status, @Nullable Map<String, Object> details) {

    /** Whether the status is {@code UP}. */
    public boolean up() {
        return status.equals("UP");
    }
}
