/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.limits;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The rate limit in effect in one direction.
 *
 * @param bytesPerSecond the limit; absent where unlimited
 * @param reason why the limit has this value
 * @param since when the limit entered this state
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EffectiveLimit(@Nullable Long bytesPerSecond, LimitState state, String reason, Instant since) {}
