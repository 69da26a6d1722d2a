/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import java.util.List;

/**
 * What a transfer would do.
 *
 * @param refused whether a finding refuses it
 * @param bytesRequired what staging must hold at once, with headroom
 * @param bytesFree what the staging file systems have
 */
public record TransferPlan(
        boolean refused,
        List<Finding> findings,
        List<TransferSstable> sstables,
        long bytesTotal,
        int filesTotal,
        long bytesRequired,
        long bytesFree) {}
