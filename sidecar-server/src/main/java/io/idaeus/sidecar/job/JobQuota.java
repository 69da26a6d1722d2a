/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.job;

import java.time.Duration;

/**
 * How many jobs that ended stay on record.
 *
 * @param ended the newest are kept
 * @param endedFor how long they are kept
 */
public record JobQuota(int ended, Duration endedFor) {}
