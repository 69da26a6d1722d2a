/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

import java.util.List;

/**
 * How long a plan may take, without the time that operators take.
 *
 * @param assumptions what the two figures stand on
 */
public record PlanEstimate(long minSeconds, long maxSeconds, List<String> assumptions) {}
