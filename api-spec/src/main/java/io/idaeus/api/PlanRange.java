/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import java.util.List;

/**
 * Which sources a destination merges a token range from.
 *
 * @param destination address of its sidecar
 * @param range {@code left:right}, meaning (left, right]
 * @param sources host ids
 */
public record PlanRange(String destination, String keyspace, String range, List<String> sources) {}
