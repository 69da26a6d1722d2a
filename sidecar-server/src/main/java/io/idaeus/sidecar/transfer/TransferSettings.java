/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * How transfers run.
 *
 * @param concurrent the others are QUEUED
 * @param retryFor while a source is unreachable
 * @param stagingRoots one on each data directory's file system
 * @param stagingHeadroom share of the staged bytes to keep free: 0.1 is a tenth
 * @param stagingRetention of ended transfers' files
 * @param maxPendingCompactions 0 for no bound
 */
@RecordBuilder
public record TransferSettings(
        int concurrent,
        Duration leaseTtl,
        Duration leaseRenewal,
        Duration retryFor,
        List<Path> stagingRoots,
        double stagingHeadroom,
        Duration stagingRetention,
        int maxPendingCompactions,
        TransferQuotas quotas) {}
