/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.ring.TokenRange;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SourceBalancerTest {
    private static final DestinationNode D = new DestinationNode("d", new Locality("dc1", "r1"));

    @Test
    void aRangeWithTooFewCandidatesIsNamedAndGetsAllThereAre() {
        TokenRange range = new TokenRange(1, 2);
        Demand demand = new Demand("ks", range, List.of("d"), List.of(new Candidate("a", 10)), 2, Sharing.INDEPENDENT);
        Balance balance =
                SourceBalancer.balance(new BalanceRequest(List.of(source("a")), List.of(D), List.of(demand), 1));
        assertThat(balance.shortfalls()).containsExactly(new Shortfall("ks", range, 1, 2));
        assertThat(balance.choices())
                .containsExactly(new SourceChoice("ks", range, "d", "a", 10, ChoiceReason.NO_OTHER_CANDIDATE));
    }

    private static SourceNode source(String name) {
        return new SourceNode(name, new Locality("dc1", "r1"), 1, Map.of());
    }
}
