/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.operations;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An audit record, with the fields of its line in the file.
 *
 * @param time when the call came, or when it ended what ended
 * @param id grows by one with each record of a process: a gap tells of a lost one
 * @param plane where the call came in: {@code control} or {@code data}; {@code sidecar} for what ended later
 * @param operation an operation id of this document, or the name of an end
 * @param target what was changed, by name; absent for nothing
 * @param identity who called; absent for an unknown caller, or where the sidecar acted by itself
 * @param requestedBy of an end: who asked for it
 * @param status HTTP status; absent for an end
 * @param result {@code ok}, {@code begun}, a problem type, or the state in which something ended
 * @param count how many refusals the record stands for; absent for one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AuditEntry(
        Instant time,
        String id,
        String plane,
        String operation,
        @Nullable Map<String, String> target,
        @Nullable String identity,
        @Nullable String issuer,
        @Nullable String roles,
        @Nullable String address,
        @Nullable String requestedBy,
        @Nullable Integer status,
        String result,
        @Nullable Long durationMillis,
        @Nullable Long count) {}
