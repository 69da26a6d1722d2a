/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.sidecar.problem.ProblemException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionBudgetTest {
    private final AdmissionCounters counters = new AdmissionCounters();
    private final ConnectionBudget budget = new ConnectionBudget(new AdmissionBounds(3, 2, 4, 2), counters);
    private final List<String> closed = new ArrayList<>();

    @Test
    void theOldestOfAnAddressMakesRoomForItsNext() {
        enter("10.0.0.9");
        enter("10.0.0.1");
        enter("10.0.0.1");
        enter("10.0.0.1");

        assertThat(closed).containsExactly("10.0.0.1");
        assertThat(counters.unauthenticated()).isEqualTo(3);
        assertThat(counters.refused(AdmissionReason.UNAUTHENTICATED)).isEqualTo(1);
    }

    @Test
    void theOldestOfAllMakesRoomForAnotherAddress() {
        for (int i = 1; i <= 6; i++) {
            enter("10.0.0." + i);
        }

        assertThat(closed).containsExactly("10.0.0.1", "10.0.0.2");
        assertThat(counters.unauthenticated()).isEqualTo(4);
    }

    @Test
    void thoseThatHaveAuthenticatedMakeNoRoom() {
        ConnectionBudget.Guest peer = enter("10.0.0.1");
        peer.authenticate();
        for (int i = 0; i < 10; i++) {
            enter("10.0.0.1");
            enter("10.0.0." + i);
        }

        assertThat(peer.isAuthenticated()).isTrue();
        assertThat(closed).hasSize(20 - (int) counters.unauthenticated());
    }

    @Test
    void anAddressWithAllItsConnectionsStillGetsAnAnswer() {
        enter("10.0.0.1").authenticate();
        enter("10.0.0.1").authenticate();
        ConnectionBudget.Guest third = enter("10.0.0.1");

        assertThatThrownBy(third::authenticate)
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("10.0.0.1 has 3 connections");
        assertThat(third.isAuthenticated()).isFalse();
        assertThat(counters.unauthenticated()).as("a refused one counts").isEqualTo(1);
        assertThat(counters.refused(AdmissionReason.ADDRESS)).isEqualTo(1);
    }

    @Test
    void allAddressesTogetherHaveABoundToo() {
        for (int i = 1; i <= 3; i++) {
            enter("10.0.0." + i).authenticate();
        }

        assertThatThrownBy(enter("10.0.0.4")::authenticate).hasMessageContaining("This sidecar has 4 connections");
        assertThat(counters.refused(AdmissionReason.TOTAL)).isEqualTo(1);
    }

    @Test
    void theIdlestMakesRoom() {
        ConnectionBudget.Guest first = authenticated("10.0.0.1");
        ConnectionBudget.Guest second = authenticated("10.0.0.1");
        second.rest();
        first.rest();
        authenticated("10.0.0.1");

        assertThat(second.isAuthenticated()).as("it rested longest").isFalse();
        assertThat(second.serve()).isFalse();
        assertThat(first.isAuthenticated()).isTrue();
        assertThat(closed).containsExactly("10.0.0.1");
        assertThat(counters.refused(AdmissionReason.IDLE)).isEqualTo(1);
        assertThat(first.serve()).isTrue();
        assertThatThrownBy(enter("10.0.0.1")::authenticate)
                .as("both are served")
                .hasMessageContaining("10.0.0.1 has 3 connections");
    }

    @Test
    void theIdlestOfAllMakesRoomForAnotherAddress() {
        authenticated("10.0.0.1");
        authenticated("10.0.0.2").rest();
        authenticated("10.0.0.3").rest();
        authenticated("10.0.0.4");

        assertThat(closed).containsExactly("10.0.0.2");
    }

    @Test
    void oneThatHasNotAuthenticatedDoesNotRest() {
        ConnectionBudget.Guest stranger = enter("10.0.0.1");
        stranger.rest();
        assertThat(stranger.serve()).isTrue();

        assertThat(stranger.isAuthenticated()).isFalse();
        assertThat(counters.unauthenticated()).isEqualTo(1);
    }

    @Test
    void aConnectionThatLeavesMakesRoom() {
        ConnectionBudget.Guest first = enter("10.0.0.1");
        first.authenticate();
        enter("10.0.0.1").authenticate();
        first.leave();
        first.leave();

        enter("10.0.0.1").authenticate();
        assertThat(closed).isEmpty();
        assertThat(counters.unauthenticated()).isZero();
    }

    @Test
    void whoeverMadeRoomStaysOut() {
        ConnectionBudget.Guest first = enter("10.0.0.1");
        enter("10.0.0.1");
        enter("10.0.0.1");
        first.authenticate();
        first.leave();

        assertThat(first.isAuthenticated()).isFalse();
        assertThat(counters.unauthenticated()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "2001:db8:0:1::1, 2001:db8:0:1:ffff::2, true",
        "2001:db8:0:1::1, 2001:db8:0:2::1, false",
        "10.0.0.1, 10.0.0.2, false",
        "::ffff:10.0.0.1, 10.0.0.1, true"
    })
    void anAddressOfIpv6CountsWithAllOfItsNetwork(String one, String other, boolean same) throws UnknownHostException {
        AddressBlock first = AddressBlock.of(InetAddress.getByName(one));
        AddressBlock second = AddressBlock.of(InetAddress.getByName(other));

        assertThat(first.equals(second)).isEqualTo(same);
    }

    @Test
    void aNetworkIsShownAsOne() throws UnknownHostException {
        assertThat(AddressBlock.of(InetAddress.getByName("2001:db8:0:1::7"))).hasToString("2001:db8:0:1:0:0:0:0/64");
        assertThat(AddressBlock.of(InetAddress.getByName("10.0.0.1"))).hasToString("10.0.0.1");
    }

    private ConnectionBudget.Guest authenticated(String address) {
        ConnectionBudget.Guest guest = enter(address);
        guest.authenticate();
        return guest;
    }

    private ConnectionBudget.Guest enter(String address) {
        try {
            return budget.enter(InetAddress.getByName(address), () -> closed.add(address));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(address, e);
        }
    }
}
