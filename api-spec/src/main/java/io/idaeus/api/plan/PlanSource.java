/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

/**
 * The share of one source in what a destination receives.
 *
 * @param bytes estimated
 * @param ranges number of token ranges, over all keyspaces
 * @param why for instance {@code same rack}
 */
public record PlanSource(PlanNode node, long bytes, int ranges, String why) {}
