/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

/** Which addresses a transfer may call. */
@FunctionalInterface
public interface PeerGate {
    /** @throws io.idaeus.sidecar.problem.ProblemException PEER_NOT_ALLOWED */
    void check(String host, int port);
}
