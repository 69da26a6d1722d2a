/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.operations;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.plan.PlanEvent;
import io.idaeus.api.transfer.TransferEvent;
import org.jspecify.annotations.Nullable;

/** A server-sent event about all transfers and plans of a sidecar. It has the field that it is named after, and no other. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SidecarEvent(
        @Nullable Reset reset,
        @Nullable TransferEvent transfer,
        @Nullable PlanEvent plan,
        @Nullable Deleted deleted) {

    /**
     * The current state follows, not what has changed. Whatever the reader knew and does not follow has ended or was deleted.
     *
     * @param following how many events hold the current state: one for each transfer and plan that has not ended
     */
    public record Reset(Cause cause, int following) {}

    /** Why a stream begins with the current state. */
    public enum Cause {
        /** The request had no {@code Last-Event-ID}. */
        NO_ID,
        /** Events after {@code Last-Event-ID} are no longer kept. */
        ID_TOO_OLD,
        /** The {@code Last-Event-ID} is one from before the sidecar was restarted. */
        RESTARTED
    }

    /**
     * A record that was deleted.
     *
     * @param transfer id; absent for a plan
     * @param plan id; absent for a transfer
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Deleted(
            @Nullable String transfer, @Nullable String plan) {}
}
