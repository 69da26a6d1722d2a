/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import io.idaeus.api.Problem;
import io.idaeus.api.ProblemType;
import java.net.URI;
import java.util.Optional;

/**
 * The sidecar answered with a problem. What answers without a problem document (a proxy, another service on the port, a
 * body that does not fit the contract) is wrapped in one of type {@code about:blank}, which says what came.
 */
public final class SidecarException extends SidecarCallException {

    private final transient URI uri;
    private final transient Problem problem;

    SidecarException(String method, URI uri, Problem problem) {
        super(describe(method, uri, problem));
        this.uri = uri;
        this.problem = problem;
    }

    SidecarException(String method, URI uri, Problem problem, Throwable cause) {
        super(describe(method, uri, problem), cause);
        this.uri = uri;
        this.problem = problem;
    }

    /** Whom we asked. */
    public URI uri() {
        return uri;
    }

    /** What the sidecar said; {@code status} is the HTTP status of the answer. */
    public Problem problem() {
        return problem;
    }

    /** The problem's type; empty where the answer had none, or one of a later version. */
    public Optional<ProblemType> type() {
        return ProblemType.fromUri(problem.type());
    }

    /** Whether the problem is of this type. */
    public boolean is(ProblemType type) {
        return problem.type().equals(type.uri());
    }

    private static String describe(String method, URI uri, Problem problem) {
        return "%s %s: %d %s: %s".formatted(method, uri, problem.status(), problem.title(), problem.detail());
    }
}
