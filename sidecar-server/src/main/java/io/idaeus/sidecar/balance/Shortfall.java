/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

import io.idaeus.sidecar.ring.TokenRange;

/** A range with fewer candidates than its demand asks for. Its destinations get all there are. */
public record Shortfall(String group, TokenRange range, int candidates, int needed) {}
