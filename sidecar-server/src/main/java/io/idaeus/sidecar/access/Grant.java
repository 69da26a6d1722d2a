/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.access;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A role for those whom it names.
 *
 * @param issuer of their certificates or tokens; null for any that is trusted
 * @param keyspaces where it holds
 */
record Grant(Role role, List<IdentityPattern> to, @Nullable IssuerPattern issuer, List<Glob> keyspaces) {
    Grant {
        to = List.copyOf(to);
        keyspaces = List.copyOf(keyspaces);
    }

    boolean isFor(Identity identity) {
        return (issuer == null || issuer.matches(identity))
                && to.stream().anyMatch(pattern -> pattern.matches(identity));
    }

    boolean holdsIn(String keyspace) {
        return keyspaces.stream().anyMatch(glob -> glob.matches(keyspace));
    }

    boolean holdsEverywhere() {
        return keyspaces.stream().anyMatch(glob -> glob.text().equals("*"));
    }
}
