/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Durable jobs: a job's record on disk, the jobs of a kind, their workers, their watchers, and how long they stay on
 * record. Transfers, plans and comparisons are jobs.
 */
@NullMarked
package io.idaeus.sidecar.job;

import org.jspecify.annotations.NullMarked;
