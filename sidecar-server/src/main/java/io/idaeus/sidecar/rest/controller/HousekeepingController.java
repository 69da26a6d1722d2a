/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.controller;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.idaeus.api.operations.AuditEntry;
import io.idaeus.api.operations.AuditTail;
import io.idaeus.api.operations.Housekeeping;
import io.idaeus.api.operations.HousekeepingApi;
import io.idaeus.sidecar.operation.HousekeepingOperations;
import io.idaeus.sidecar.rest.call.Calls;
import io.micronaut.http.annotation.Controller;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;

/** The leftovers to tidy up at this node. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class HousekeepingController implements HousekeepingApi {
    private final HousekeepingOperations housekeeping;
    private final Calls calls;
    private final ObjectMapper json;

    HousekeepingController(HousekeepingOperations housekeeping, Calls calls, ObjectMapper json) {
        this.housekeeping = housekeeping;
        this.calls = calls;
        this.json = json;
    }

    @Override
    public Housekeeping housekeeping() {
        return housekeeping.housekeeping(calls.current());
    }

    @Override
    public AuditTail audit() {
        return new AuditTail(
                housekeeping.audit(calls.current()).stream().map(this::entry).toList());
    }

    private AuditEntry entry(String line) {
        try {
            return json.readValue(line, AuditEntry.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the audit trail wrote a line that it cannot read", e);
        }
    }
}
