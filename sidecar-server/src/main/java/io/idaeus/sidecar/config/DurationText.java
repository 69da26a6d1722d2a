/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The syntax of times, in the configuration and in requests. */
public final class DurationText {
    // Completes "expected …".
    public static final String EXPECTED = "a time above zero, for instance 500ms, 30s, 5m, 6h or 2d";

    private DurationText() {}

    /** Null if the text is no time. */
    public static @Nullable Duration parse(String text) {
        return Value.DURATION.parse().parse(text);
    }
}
