/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.TransferWait;

/**
 * What is in the way of a transfer.
 *
 * @param detail what was found, with its names and numbers
 * @param remedy what an operator can do
 */
record Obstacle(TransferWait.Cause cause, String detail, String remedy) {
    static final Obstacle PAUSED = new Obstacle(
            TransferWait.Cause.OPERATOR,
            "paused by an operator",
            "resume it (POST …/resume, idaeus transfer resume), or cancel it");

    static Obstacle peer(String detail) {
        return new Obstacle(
                TransferWait.Cause.PEER,
                detail,
                "start the source's sidecar or mend the network; it is asked again until transfers.retryFor is over");
    }
}
