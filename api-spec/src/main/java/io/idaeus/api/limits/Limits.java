/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.limits;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The rate limits of this node.
 *
 * @param settings the settings in effect
 * @param origin where the settings come from
 * @param setAt when they were set through the API
 * @param send the limit of sending
 * @param receive the limit of receiving
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(example = LimitExamples.LIMITS)
public record Limits(
        LimitSettings settings, Origin origin, @Nullable Instant setAt, EffectiveLimit send, EffectiveLimit receive) {

    /** Where the settings come from. */
    public enum Origin {
        /** The configuration of the sidecar. */
        CONFIGURATION,
        /** A call of the API; the settings survive a restart. */
        API
    }
}
