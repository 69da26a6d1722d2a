/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.access;

import org.jspecify.annotations.Nullable;

/**
 * Who vouches for an identity: the distinguished name of the authority that signed a certificate itself, or a token's
 * {@code iss}, which is compared as it stands.
 *
 * @param name null for what is no distinguished name
 */
record IssuerPattern(String text, @Nullable NamePattern name) {
    static IssuerPattern parse(String text) {
        try {
            return new IssuerPattern(text, NamePattern.parse(text));
        } catch (IllegalArgumentException notAName) {
            return new IssuerPattern(text, null);
        }
    }

    boolean matches(Identity identity) {
        return identity.kind() == Identity.Kind.TOKEN
                ? text.equals(identity.issuer())
                : name != null && name.matches(identity.issuer());
    }
}
