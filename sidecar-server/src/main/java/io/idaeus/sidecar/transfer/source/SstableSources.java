/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import io.idaeus.api.transfer.SourceRef;
import io.idaeus.sidecar.problem.ProblemException;

/** Finds the sources that requests name. Any thread. */
public interface SstableSources {
    /**
     * @throws ProblemException PEER_NOT_ALLOWED, PEER_UNREACHABLE, PEER_MISMATCH, PEER_FAILED; UNPROCESSABLE for this
     *     sidecar itself, or an address whose scheme is not that of this sidecar
     */
    SstableSource contact(SourceRef source);

    /** Expects the node of the first contact. */
    SstableSource contact(PinnedSource source);
}
