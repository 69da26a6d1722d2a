/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.throttle;

import java.util.Locale;

/** The side that enforces the limit. */
enum ThrottledDirection {
    SENDING,
    RECEIVING;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
