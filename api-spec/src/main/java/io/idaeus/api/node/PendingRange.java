/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.node;

import java.util.List;

/**
 * A token range that nodes are about to own.
 *
 * @param range {@code left:right}, meaning (left, right]
 * @param addresses of those nodes
 */
public record PendingRange(String range, List<String> addresses) {}
