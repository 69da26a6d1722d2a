/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.audit;

import org.jspecify.annotations.Nullable;

/**
 * Who made a call, as far as it is known.
 *
 * @param identity a certificate's subject, or {@code token:} and a token's subject; null for a caller that is unknown
 * @param issuer who vouches for the identity; null where nobody was asked
 * @param roles for instance {@code operator, reader}; empty for none
 * @param address null where the sidecar acts by itself
 */
public record Actor(
        @Nullable String identity,
        @Nullable String issuer,
        String roles,
        @Nullable String address) {
    /** The sidecar itself. */
    static final Actor SIDECAR = new Actor(null, null, "", null);
}
