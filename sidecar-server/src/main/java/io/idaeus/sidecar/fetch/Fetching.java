/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import java.util.concurrent.CompletableFuture;

/** The result of a fetch to come. A cancel asks the fetch to stop: it goes on for a moment, until it is {@link #over}. */
public final class Fetching<R> extends CompletableFuture<R> {
    private final CompletableFuture<Boolean> over = new CompletableFuture<>();

    /** Completes, never with an exception, once the fetch creates and writes no file any more. */
    public CompletableFuture<Boolean> over() {
        return over.copy();
    }

    /** Told by who fetches. */
    public void end() {
        over.complete(true);
    }
}
