/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.api.contract.Permission;

/** The events of all transfers and plans. */
public final class EventOperations {
    private final StreamQuota streams;

    EventOperations(StreamQuota streams) {
        this.streams = streams;
    }

    /** The place of a reader. */
    public StreamQuota.Place events(Call call) {
        call.require(Permission.READ);
        return streams.place(call);
    }
}
