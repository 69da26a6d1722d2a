/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.command;

import io.idaeus.client.SidecarCallException;
import io.idaeus.client.SidecarClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Asks several sidecars at once. */
public final class FanOut {

    private static final int AT_ONCE = 32;

    /** The answer of one sidecar, or the reason why it gave none. */
    public record Answer<T>(
            SidecarClient sidecar,
            @Nullable T value,
            @Nullable SidecarCallException failure) {}

    private FanOut() {}

    /** Answers in the order of the sidecars. */
    public static <T> List<Answer<T>> ask(List<SidecarClient> sidecars, Function<SidecarClient, T> call) {
        ExecutorService threads = Executors.newFixedThreadPool(
                Math.max(1, Math.min(AT_ONCE, sidecars.size())), task -> new Thread(task, "fan-out"));
        try {
            List<Future<Answer<T>>> calls = sidecars.stream()
                    .map(sidecar -> threads.submit(() -> answer(sidecar, call)))
                    .toList();
            List<Answer<T>> answers = new ArrayList<>();
            for (Future<Answer<T>> each : calls) {
                answers.add(each.get());
            }
            return answers;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        } catch (ExecutionException unexpected) {
            throw unexpected.getCause() instanceof RuntimeException cause
                    ? cause
                    : new IllegalStateException(unexpected.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private static <T> Answer<T> answer(SidecarClient sidecar, Function<SidecarClient, T> call) {
        try {
            return new Answer<>(sidecar, call.apply(sidecar), null);
        } catch (SidecarCallException failure) {
            return new Answer<>(sidecar, null, failure);
        }
    }
}
