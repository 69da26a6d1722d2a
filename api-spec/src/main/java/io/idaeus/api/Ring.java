/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import java.util.List;

/** The token ranges of a keyspace with their replicas, by left token. */
public record Ring(String keyspace, List<RingRange> ranges) {}
