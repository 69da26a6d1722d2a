/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import java.util.List;

/** The token ranges of a keyspace that change owners, as one node sees it. */
public record PendingRanges(String keyspace, List<PendingRange> ranges) {}
