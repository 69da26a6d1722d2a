/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A finding that an operator accepted while the plan ran.
 *
 * @param by who accepted it; absent without authentication
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AcceptedFinding(String code, @Nullable String by, Instant at) {}
