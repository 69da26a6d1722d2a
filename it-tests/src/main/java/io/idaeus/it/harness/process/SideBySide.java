/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.process;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Runs tasks at the same time, each in a thread of its own. */
public final class SideBySide {
    private SideBySide() {}

    /** Returns when all have ended. Throws the first failure. */
    public static void run(List<Runnable> tasks) {
        List<CompletableFuture<Void>> running = tasks.stream()
                .map(task -> CompletableFuture.runAsync(task, work -> new Thread(work, "side-by-side").start()))
                .toList();
        CompletableFuture<Void> all = CompletableFuture.allOf(running.toArray(CompletableFuture<?>[]::new));
        try {
            all.join();
        } catch (CompletionException e) {
            throw new IllegalStateException(String.valueOf(e.getCause()), e.getCause());
        }
    }
}
