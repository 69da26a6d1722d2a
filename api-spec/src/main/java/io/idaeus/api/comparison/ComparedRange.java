/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.comparison;

/**
 * A token range whose rows could not be compared.
 *
 * @param range {@code left:right}, meaning (left, right]
 * @param reason what Cassandra refused
 */
public record ComparedRange(String range, String reason) {}
