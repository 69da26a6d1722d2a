/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What holds now.
 *
 * @param bytesPerSecond no limit where null
 * @param reason in words
 * @param since when the state was entered
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EffectiveLimit(@Nullable Long bytesPerSecond, LimitState state, String reason, Instant since) {}
