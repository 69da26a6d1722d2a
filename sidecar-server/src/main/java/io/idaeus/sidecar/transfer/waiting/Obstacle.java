/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.waiting;

import io.idaeus.api.ProblemType;
import io.idaeus.api.transfer.TransferWait;
import io.idaeus.client.SidecarException;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.store.LocalDiskException;

/**
 * The reason why a transfer waits.
 *
 * @param remedy for an operator
 */
public record Obstacle(TransferWait.Cause cause, String detail, String remedy) {
    public static final Obstacle PAUSED = new Obstacle(
            TransferWait.Cause.OPERATOR, "paused by an operator", "resume it (idaeus transfer resume) or cancel it");

    public static Obstacle disk(LocalDiskException failure) {
        String detail = String.valueOf(failure.getMessage());
        return switch (failure.kind()) {
            case FULL ->
                new Obstacle(
                        TransferWait.Cause.DISK_SPACE, detail, "free space there; the transfer continues by itself");
            case FAILED ->
                new Obstacle(
                        TransferWait.Cause.DISK_ERROR,
                        detail,
                        "make the file system writable for the sidecar's user; the transfer continues by itself");
            case STALLED ->
                new Obstacle(
                        TransferWait.Cause.DISK_ERROR,
                        detail,
                        "check the disk, or the server of the mount; the transfer continues by itself");
        };
    }

    static Obstacle busyPeer(String detail) {
        return new Obstacle(
                TransferWait.Cause.PEER,
                detail,
                "nothing, if it passes: the transfer continues by itself; otherwise raise the quota at the source");
    }

    static Obstacle peer(ProblemException failure) {
        String detail = String.valueOf(failure.getMessage());
        return failure.getCause() instanceof SidecarException answer && answer.is(ProblemType.CASSANDRA_UNAVAILABLE)
                ? new Obstacle(
                        TransferWait.Cause.PEER,
                        detail,
                        "start Cassandra beside the source's sidecar, which itself answers; the transfer retries until"
                                + " transfers.retryFor is over")
                : peer(detail);
    }

    public static Obstacle peer(String detail) {
        return new Obstacle(
                TransferWait.Cause.PEER,
                detail,
                "start the source's sidecar or repair the network; the transfer retries until transfers.retryFor is over");
    }
}
