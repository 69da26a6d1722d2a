/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.cluster;

import io.idaeus.api.Problem;
import io.idaeus.api.ProblemType;
import io.idaeus.client.SidecarCallException;
import io.idaeus.client.SidecarException;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Calls to other sidecars, whose failures become problems of this one. */
public final class PeerCalls {
    // Types that a plan answers in a way of its own.
    private static final Set<ProblemType> KEPT =
            Set.of(ProblemType.CLAIM_SUPERSEDED, ProblemType.CLAIMED, ProblemType.TABLE_CHANGED);

    private PeerCalls() {}

    /** @throws ProblemException PEER_UNREACHABLE where trying again may help; CLAIM_SUPERSEDED, CLAIMED, TABLE_CHANGED; else PEER_FAILED */
    public static <T extends @Nullable Object> T translated(Supplier<T> call) {
        return translated(call, KEPT);
    }

    /** As {@link #translated(Supplier)}, for a call without a result. */
    public static void made(Runnable call) {
        translated(() -> {
            call.run();
            return true;
        });
    }

    /** @throws ProblemException of these types; PEER_UNREACHABLE where trying again may help; else PEER_FAILED */
    public static <T extends @Nullable Object> T translated(Supplier<T> call, Set<ProblemType> kept) {
        try {
            return call.get();
        } catch (SidecarException e) {
            throw new ProblemException(
                    type(e.problem(), kept),
                    e.uri().resolve("/") + ": " + e.problem().title() + ": "
                            + e.problem().detail(),
                    e);
        } catch (SidecarCallException e) {
            throw new ProblemException(ProblemType.PEER_UNREACHABLE, String.valueOf(e.getMessage()), e);
        }
    }

    private static ProblemType type(Problem problem, Set<ProblemType> kept) {
        boolean temporary = problem.status() == 503 || problem.status() == 429;
        return ProblemType.fromUri(problem.type())
                .filter(kept::contains)
                .orElse(temporary ? ProblemType.PEER_UNREACHABLE : ProblemType.PEER_FAILED);
    }
}
