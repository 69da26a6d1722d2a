/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.access;

import static io.idaeus.api.contract.Permission.ADMINISTER;
import static io.idaeus.api.contract.Permission.COMPARE;
import static io.idaeus.api.contract.Permission.LEASE;
import static io.idaeus.api.contract.Permission.METRICS;
import static io.idaeus.api.contract.Permission.OBSERVE;
import static io.idaeus.api.contract.Permission.OPERATE;
import static io.idaeus.api.contract.Permission.READ;
import static io.idaeus.api.contract.Permission.STEP;

import io.idaeus.api.contract.Permission;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The roles that can be granted. A peer is no operator. */
public enum Role {
    READER(METRICS, OBSERVE, READ),
    OPERATOR(METRICS, OBSERVE, READ, LEASE, COMPARE, STEP, OPERATE),
    ADMIN(METRICS, OBSERVE, READ, LEASE, COMPARE, STEP, OPERATE, ADMINISTER),
    PEER(OBSERVE, LEASE, COMPARE, STEP),
    METRICS_READER(METRICS);

    @SuppressWarnings("ImmutableEnumChecker") // An unmodifiable set.
    private final Set<Permission> permissions;

    Role(Permission... permissions) {
        this.permissions = Set.of(permissions);
    }

    public boolean has(Permission permission) {
        return permission == Permission.OPEN || permissions.contains(permission);
    }

    /** As the access list spells it. */
    public String spelling() {
        return this == METRICS_READER ? "metrics" : name().toLowerCase(Locale.ROOT);
    }

    static Optional<Role> of(String spelling) {
        return Arrays.stream(values())
                .filter(role -> role.spelling().equals(spelling))
                .findFirst();
    }

    /** The roles that have a permission, the weakest first. */
    static List<Role> with(Permission permission) {
        return Arrays.stream(values()).filter(role -> role.has(permission)).toList();
    }
}
