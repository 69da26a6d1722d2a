/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.access;

import io.idaeus.api.ProblemType;
import io.idaeus.api.contract.Permission;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Who calls, and what they may do. */
public final class Caller {
    private static final Caller ANYBODY = new Caller(null, List.of());

    private final @Nullable Identity identity;
    private final List<Grant> grants;

    Caller(@Nullable Identity identity, List<Grant> grants) {
        this.identity = identity;
        this.grants = List.copyOf(grants);
    }

    /** Without authentication: they may do everything. */
    public static Caller anybody() {
        return ANYBODY;
    }

    /** Null where nobody was asked. */
    public @Nullable Identity identity() {
        return identity;
    }

    /** For logs, leases and records; {@code anybody} where nobody was asked. */
    public String shown() {
        return identity == null ? "anybody" : identity.shown();
    }

    /** For instance {@code operator, reader}. */
    public String roles() {
        return grants.stream()
                .map(grant -> grant.role().spelling())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }

    public boolean may(Permission permission) {
        return identity == null
                || grants.stream().anyMatch(grant -> grant.role().has(permission));
    }

    public boolean may(Permission permission, String keyspace) {
        return identity == null
                || grants.stream().anyMatch(grant -> grant.role().has(permission) && grant.holdsIn(keyspace));
    }

    /** In all keyspaces. */
    public boolean mayEverywhere(Permission permission) {
        return identity == null
                || grants.stream().anyMatch(grant -> grant.role().has(permission) && grant.holdsEverywhere());
    }

    /** @throws ProblemException FORBIDDEN, with what to grant */
    public void require(Permission permission) {
        if (!may(permission)) {
            throw forbidden(permission, "");
        }
    }

    /** @throws ProblemException FORBIDDEN, with what to grant */
    public void require(Permission permission, String keyspace) {
        if (!may(permission, keyspace)) {
            throw forbidden(permission, " in the keyspace " + keyspace);
        }
    }

    /**
     * For what touches keyspaces that are not known yet.
     *
     * @throws ProblemException FORBIDDEN, with what to grant
     */
    public void requireEverywhere(Permission permission) {
        if (!mayEverywhere(permission)) {
            throw forbidden(permission, " in every keyspace");
        }
    }

    private ProblemException forbidden(Permission permission, String where) {
        Identity known = Objects.requireNonNull(identity, "identity");
        String roles = roles();
        return new ProblemException(
                ProblemType.FORBIDDEN,
                known.shown() + " has " + (roles.isEmpty() ? "no role" : "the roles: " + roles)
                        + " (expected: one with the permission "
                        + permission.name().toLowerCase(Locale.ROOT) + where + "). Grant it in access.list: role: "
                        + Role.with(permission).stream().map(Role::spelling).collect(Collectors.joining(" or "))
                        + ", to: [\"" + known.shown() + "\"].");
    }
}
