/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.transfer;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * The throughput of a transfer over its life, oldest first. The sidecar keeps at most 600 samples a transfer, of the last
 * 100 transfers since it started; for any other the list is empty. A transfer that ended within a second has one sample.
 *
 * @param intervalSeconds between two samples; doubles when there would be more than 600
 */
@Schema(example = TransferExamples.SAMPLES)
public record TransferSamples(int intervalSeconds, List<TransferSample> samples) {}
