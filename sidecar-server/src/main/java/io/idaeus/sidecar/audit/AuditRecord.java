/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.audit;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One call or one end. Neither has a place for headers, tokens or bodies.
 *
 * @param time when the call came, or when it ended what ended
 * @param id null for the next one
 * @param operation an operation id of the OpenAPI document, or the name of an end
 * @param target what is changed, by name
 * @param requestedBy of an end: who asked for it; null without authentication
 * @param status null for an end
 * @param result {@code ok}, {@code begun}, a problem type, or the state in which something ended
 * @param durationMillis null where nothing was measured
 * @param count how many refusals it stands for; null for one
 */
@RecordBuilder
public record AuditRecord(
        Instant time,
        @Nullable String id,
        Plane plane,
        String operation,
        Map<String, String> target,
        Actor actor,
        @Nullable String requestedBy,
        @Nullable Integer status,
        String result,
        @Nullable Long durationMillis,
        @Nullable Long count)
        implements AuditRecordBuilder.With {

    /** The operation of a call that ended before it was known, for instance at an unknown path. */
    public static final String UNKNOWN = "unknown";

    /** Where a call came in; {@code SIDECAR} for what ended later. */
    public enum Plane {
        CONTROL,
        DATA,
        SIDECAR
    }

    public AuditRecord {
        target = Collections.unmodifiableMap(new LinkedHashMap<>(target));
    }

    /** A call that has an answer. */
    public static AuditRecord call(
            Plane plane,
            Instant time,
            String operation,
            Map<String, String> target,
            Actor actor,
            int status,
            String result,
            @Nullable Long durationMillis) {
        return AuditRecordBuilder.builder()
                .time(time)
                .id(null)
                .plane(plane)
                .operation(operation)
                .target(target)
                .actor(actor)
                .requestedBy(null)
                .status(status)
                .result(result)
                .durationMillis(durationMillis)
                .count(null)
                .build();
    }

    /** A change that is about to run. */
    public static AuditRecord begun(
            Instant time, String id, String operation, Map<String, String> target, Actor actor) {
        return AuditRecordBuilder.builder()
                .time(time)
                .id(id)
                .plane(Plane.CONTROL)
                .operation(operation)
                .target(target)
                .actor(actor)
                .requestedBy(null)
                .status(null)
                .result("begun")
                .durationMillis(null)
                .count(null)
                .build();
    }

    /** The end of something that somebody asked for earlier. */
    public static AuditRecord end(
            Instant time,
            String operation,
            Map<String, String> target,
            @Nullable String requestedBy,
            String result,
            @Nullable Long durationMillis) {
        return AuditRecordBuilder.builder()
                .time(time)
                .id(null)
                .plane(Plane.SIDECAR)
                .operation(operation)
                .target(target)
                .actor(Actor.SIDECAR)
                .requestedBy(requestedBy)
                .status(null)
                .result(result)
                .durationMillis(durationMillis)
                .count(null)
                .build();
    }

    AuditRecord standingFor(long refusals) {
        return withCount(refusals);
    }
}
