/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.access;

import java.util.List;

/** The grants. Whom none names may do nothing. */
public record AccessList(List<Grant> grants) {
    public AccessList {
        grants = List.copyOf(grants);
    }

    Caller caller(Identity identity) {
        return new Caller(
                identity, grants.stream().filter(grant -> grant.isFor(identity)).toList());
    }
}
