/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.doctor;

import io.idaeus.client.Diagnosis;
import io.idaeus.sidecar.thread.DaemonThreads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

/** Ends the wait for a check that hangs, as a file system or a name server can make it, and keeps the other checks. */
record CheckLimit(Duration limit) {

    /** Returns what was found, or one finding where the check hangs or breaks. */
    List<Diagnosis> examine(String check, String subject, Supplier<List<Diagnosis>> question) {
        return call(check, subject, question, List::of);
    }

    /** @param instead turns the failure of the check into an answer */
    <T> T call(String check, String subject, Supplier<T> question, Function<Diagnosis, T> instead) {
        FutureTask<T> task = new FutureTask<>(question::get);
        // A check that hangs in the kernel ignores an interrupt: it must not keep the process.
        DaemonThreads.start("doctor-" + check, task);
        try {
            return task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException hanging) {
            task.cancel(true);
            return instead.apply(Diagnosis.fail(
                    check,
                    "%s: no result within %d s".formatted(subject, limit.toSeconds()),
                    "look for what hangs: a network file system, a name server, or Cassandra"));
        } catch (ExecutionException broken) {
            return instead.apply(Diagnosis.fail(
                    check,
                    "%s: the check itself failed: %s".formatted(subject, broken.getCause()),
                    "report it as a defect of Idaeus; the other checks are not affected"));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }
}
