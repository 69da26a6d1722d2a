/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import io.idaeus.api.ProblemType;
import io.idaeus.api.contract.Permission;
import io.idaeus.sidecar.access.AccessControl;
import io.idaeus.sidecar.access.Caller;
import io.idaeus.sidecar.access.Identity;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.serve.Readers;
import java.security.cert.X509Certificate;
import java.util.Objects;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Lets those read data who hold a lease on its snapshot, and operators. */
final class LeaseReaders implements Readers {
    private final AccessControl access;
    private final BiPredicate<String, String> holds;

    /** @param holds whether, on a tag, a caller holds a lease */
    LeaseReaders(AccessControl access, BiPredicate<String, String> holds) {
        this.access = access;
        this.holds = holds;
    }

    @Override
    public Reader connected(@Nullable X509Certificate certificate) {
        Caller connected = access.caller(certificate, null);
        connected.require(Permission.LEASE);
        Identity identity = Objects.requireNonNull(connected.identity(), "identity");
        return (tag, keyspace) -> check(access.caller(identity), tag, keyspace);
    }

    @Override
    public Reader anybody() {
        return (tag, keyspace) -> {
            throw new ProblemException(ProblemType.UNAUTHENTICATED, "The data plane expects TLS on this node.");
        };
    }

    private void check(Caller caller, String tag, String keyspace) {
        caller.require(Permission.LEASE, keyspace);
        if (!caller.may(Permission.OPERATE, keyspace) && !holds.test(tag, caller.shown())) {
            throw new ProblemException(
                    ProblemType.FORBIDDEN,
                    caller.shown() + " holds no lease on the snapshot " + tag
                            + " (expected: one that is not over); ask for one first.");
        }
    }
}
