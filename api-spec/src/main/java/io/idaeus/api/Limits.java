/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The limits of this node.
 *
 * @param settings what was asked for
 * @param setAt when it was set over the API
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Limits(
        LimitSettings settings, Origin origin, @Nullable Instant setAt, EffectiveLimit send, EffectiveLimit receive) {

    /** Who asked for it. */
    public enum Origin {
        /** The sidecar's configuration. */
        CONFIGURATION,
        /** A call; it outlives the process. */
        API
    }
}
