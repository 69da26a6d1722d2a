/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.node;

import java.util.List;

/**
 * The tokens of a node, ascending.
 *
 * @param tokens in decimal
 */
public record NodeTokens(String hostId, List<String> tokens) {}
