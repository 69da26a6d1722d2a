/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.api.contract.Permission;
import io.idaeus.api.limits.LimitSettings;
import io.idaeus.api.limits.Limits;
import io.idaeus.sidecar.limits.LimitsService;
import io.idaeus.sidecar.problem.ProblemException;
import org.jspecify.annotations.Nullable;

/** The rate limits of this node. */
public final class LimitOperations {
    private final LimitsService limits;
    private final Revisions revisions;

    LimitOperations(LimitsService limits, Revisions revisions) {
        this.limits = limits;
        this.revisions = revisions;
    }

    public Limits get(Call call) {
        call.require(Permission.OBSERVE);
        return limits.view();
    }

    /**
     * @param expected as {@link Revisions#requireMatch}
     * @throws ProblemException PRECONDITION_FAILED; INVALID_REQUEST naming the field
     */
    public Limits set(Call call, LimitSettings settings, @Nullable String expected) {
        call.requireEverywhere(Permission.OPERATE);
        return limits.set(settings, now -> revisions.requireMatch(expected, now));
    }

    /**
     * @param expected as {@link Revisions#requireMatch}
     * @throws ProblemException PRECONDITION_FAILED
     */
    public Limits reset(Call call, @Nullable String expected) {
        call.requireEverywhere(Permission.OPERATE);
        return limits.reset(now -> revisions.requireMatch(expected, now));
    }
}
