/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import java.util.concurrent.CompletableFuture;

/** A fetch under way. */
interface Fetching<R> {

    CompletableFuture<R> start();

    void cancel();
}
