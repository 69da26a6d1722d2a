/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.transfer;

import io.idaeus.api.Finding;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * The effects that a transfer would have.
 *
 * @param refused whether a finding refuses the transfer
 * @param bytesRequired space that staging needs, with headroom
 * @param bytesFree free space on the staging file systems
 */
@Schema(example = TransferExamples.DRY_RUN)
public record TransferPlan(
        boolean refused,
        List<Finding> findings,
        List<TransferSstable> sstables,
        long bytesTotal,
        int filesTotal,
        long bytesRequired,
        long bytesFree) {}
