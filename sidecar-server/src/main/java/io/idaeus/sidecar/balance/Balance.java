/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

import java.util.List;

/**
 * Which source serves which range.
 *
 * @param choices in the order of the demands; for each destination of a demand they cover its range as often as the
 *     demand has copies, unless it is in {@code shortfalls}
 * @param loads one for each source of the request, in its order
 */
public record Balance(
        List<SourceChoice> choices, List<SourceLoad> loads, List<Shortfall> shortfalls, Makespan makespan) {
    public Balance {
        choices = List.copyOf(choices);
        loads = List.copyOf(loads);
        shortfalls = List.copyOf(shortfalls);
    }
}
