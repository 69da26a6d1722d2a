/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.job;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;

/**
 * The words of messages about one kind of job.
 *
 * @param name of one, in messages
 * @param unknown the answer to an id that none has
 * @param list where they are listed, for instance {@code GET /v1/transfers}
 */
public record JobKind(String name, ProblemType unknown, String list) {
    ProblemException unknown(String id) {
        return new ProblemException(unknown, "no " + name + " here has the id \"" + id + "\"; " + list + " lists them");
    }

    ProblemException unreadable(String id, String file) {
        return new ProblemException(
                ProblemType.ILLEGAL_STATE,
                "this version does not understand the record of " + name + " " + id + ": start the version that wrote"
                        + " it, or delete " + file + " below stateDirectory while the sidecar is stopped");
    }
}
