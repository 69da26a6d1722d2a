/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.plan;

import io.idaeus.api.TransferRequest;
import io.idaeus.sidecar.transfer.source.PinnedSource;
import java.util.List;

/**
 * What a plan is made for.
 *
 * @param transfer id
 * @param pinned by an earlier attempt; empty on the first
 */
public record PlanTask(String transfer, TransferRequest request, List<PinnedSource> pinned) {}
