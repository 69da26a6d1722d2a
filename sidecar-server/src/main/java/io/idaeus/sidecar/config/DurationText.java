/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Times as people write them, in the configuration and in requests alike. */
public final class DurationText {
    /** Completes "expected …". */
    public static final String EXPECTED = "a time above zero, for instance 500ms, 30s, 5m, 6h or 2d";

    private DurationText() {}

    /** Null where the text is no such time. */
    public static @Nullable Duration parse(String text) {
        return Value.DURATION.parse().parse(text);
    }
}
