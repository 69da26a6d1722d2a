/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * How transfers run.
 *
 * @param concurrent transfers that run at once; the others are QUEUED
 * @param connections to each source, where the request names no number
 * @param retryFor how long a source may be unreachable
 * @param manifestTimeout how long a source may take to compute checksums
 * @param stagingRoots one on each data directory's file system
 * @param stagingHeadroom space kept free beyond what is staged, as a share of it: 0.1 is a tenth
 * @param stagingRetention how long the files of a failed transfer stay
 * @param maxPendingCompactions above which no import into a table begins; 0 for no bound
 */
public record TransferSettings(
        int concurrent,
        int connections,
        Duration leaseTtl,
        Duration leaseRenewal,
        Duration retryFor,
        Duration manifestTimeout,
        List<Path> stagingRoots,
        double stagingHeadroom,
        Duration stagingRetention,
        int maxPendingCompactions) {}
