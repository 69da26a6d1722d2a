/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import io.idaeus.api.ProblemType;
import io.idaeus.client.ManifestNotReadyException;
import io.idaeus.client.SidecarCallException;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarException;
import io.idaeus.client.SidecarUnreachableException;
import io.idaeus.sidecar.problem.ProblemException;
import java.time.Duration;
import java.util.function.Supplier;

/** Translates failures to PEER_UNREACHABLE, which is retried, or PEER_FAILED. */
final class PeerFailures {
    private PeerFailures() {}

    static <T> T translated(SidecarClient peer, Supplier<T> call) {
        try {
            return call.get();
        } catch (SidecarException e) {
            String message =
                    (e.is(ProblemType.CASSANDRA_UNAVAILABLE) ? "the Cassandra of source " : "source ") + peer.base()
                            + ": " + e.problem().title() + ": " + e.problem().detail();
            if (e.problem().status() == 429) {
                throw ProblemException.busyPeer(message, e.retryAfter().orElse(Duration.ofSeconds(1)), e);
            }
            throw new ProblemException(
                    e.problem().status() == 503 ? ProblemType.PEER_UNREACHABLE : ProblemType.PEER_FAILED, message, e);
        } catch (SidecarUnreachableException | ManifestNotReadyException e) {
            throw new ProblemException(ProblemType.PEER_UNREACHABLE, message(e), e);
        }
    }

    private static String message(SidecarCallException e) {
        return String.valueOf(e.getMessage());
    }
}
