/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.sidecar.transfer.job.ClaimTerms;
import io.idaeus.sidecar.transfer.job.TransferRun;
import org.slf4j.MDC;

/** The ids of a transfer and its plan, as fields of what a thread logs. */
final class LogIds {
    private static final String TRANSFER = "transfer";
    private static final String PLAN = "plan";

    private LogIds() {}

    static void during(TransferRun run, Runnable task) {
        ClaimTerms terms = run.stored().record().terms();
        try {
            MDC.put(TRANSFER, run.id());
            if (terms != null) {
                MDC.put(PLAN, terms.plan());
            }
            task.run();
        } finally {
            MDC.remove(TRANSFER);
            MDC.remove(PLAN);
        }
    }
}
