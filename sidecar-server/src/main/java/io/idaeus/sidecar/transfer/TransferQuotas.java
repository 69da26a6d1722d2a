/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.sidecar.job.JobQuota;
import java.time.Duration;

/**
 * How many transfers may be on record.
 *
 * @param ended the newest are kept
 * @param endedFor how long they are kept
 */
public record TransferQuotas(int unfinished, int ended, Duration endedFor) {
    JobQuota ofEnded() {
        return new JobQuota(ended, endedFor);
    }
}
