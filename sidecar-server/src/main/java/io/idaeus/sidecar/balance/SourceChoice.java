/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

import io.idaeus.sidecar.ring.TokenRange;

/**
 * One source for one destination.
 *
 * @param bytes an estimate, without {@link SourceNode#wholeFileBytes}
 */
public record SourceChoice(
        String group, TokenRange range, String destination, String source, long bytes, ChoiceReason reason) {}
