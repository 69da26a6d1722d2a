/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import io.idaeus.api.Problem;
import io.idaeus.api.ProblemType;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The sidecar answered with a problem. A response without a problem document, for instance from a proxy, becomes a problem
 * of type {@code about:blank} that quotes it.
 */
public final class SidecarException extends SidecarCallException {

    private final transient URI uri;
    private final transient Problem problem;
    private final @Nullable Duration retryAfter;

    SidecarException(String method, URI uri, Problem problem) {
        this(method, uri, problem, (Duration) null);
    }

    /** @param retryAfter null where the response does not say */
    SidecarException(String method, URI uri, Problem problem, @Nullable Duration retryAfter) {
        super(describe(method, uri, problem));
        this.uri = uri;
        this.problem = problem;
        this.retryAfter = retryAfter;
    }

    SidecarException(String method, URI uri, Problem problem, Throwable cause) {
        super(describe(method, uri, problem), cause);
        this.uri = uri;
        this.problem = problem;
        this.retryAfter = null;
    }

    public URI uri() {
        return uri;
    }

    /** {@code status} is the HTTP status of the response. */
    public Problem problem() {
        return problem;
    }

    /** When the sidecar wants to be asked again; empty where it does not say. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /** Empty for an unknown type. */
    public Optional<ProblemType> type() {
        return ProblemType.fromUri(problem.type());
    }

    public boolean is(ProblemType type) {
        return problem.type().equals(type.uri());
    }

    private static String describe(String method, URI uri, Problem problem) {
        return "%s %s: %d %s: %s".formatted(method, uri, problem.status(), problem.title(), problem.detail());
    }
}
