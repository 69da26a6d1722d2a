/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import java.util.List;

/**
 * Declares token ranges as available, so that Cassandra does not stream them.
 *
 * @param copies how many sources each range must have been merged from
 * @param transfers ids of the transfers that brought them; each must have imported everything
 * @param ranges {@code left:right} each, exactly as the ring cuts them
 */
public record Declaration(
        String digest, long fence, String keyspace, List<String> ranges, int copies, List<String> transfers) {}
