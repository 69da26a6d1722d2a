/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeOptionsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.cassandra.locator.SimpleSeedProvider{seeds=10.0.0.1, 10.0.0.22:7000}",
                "{seeds=10.0.0.1, 10.0.0.22:7000}",
                "{\"seeds\":\"10.0.0.1, 10.0.0.22:7000\"}"
            })
    void anAddressIsASeedWithOrWithoutAPortAndNotByItsBeginning(String provider) {
        assertThat(NodeOptions.names(provider, "10.0.0.1")).isTrue();
        assertThat(NodeOptions.names(provider, "10.0.0.22")).isTrue();
        assertThat(NodeOptions.names(provider, "10.0.0.2")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.cassandra.locator.SimpleSeedProvider{seeds=10.0.0.1,2001:DB8::1}",
                "{seeds=[2001:0db8:0::0001]:7000}",
                "{\"seeds\":\"[2001:db8:0:0:0:0:0:1]:7000, 2001:db8::2\"}"
            })
    void anAddressMayBeWrittenInSeveralWays(String provider) {
        assertThat(NodeOptions.names(provider, "2001:db8:0:0:0:0:0:1")).isTrue();
        assertThat(NodeOptions.names(provider, "2001:db8:0:0:0:0:0:3")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.cassandra.locator.SimpleSeedProvider{seeds=10.0.0.1,localhost:7000}",
                "{seeds=localhost}",
                "{\"seeds\":\"localhost:7000\"}"
            })
    void aHostNameIsASeedOfTheAddressesThatItStandsFor(String provider) {
        assertThat(NodeOptions.names(provider, "127.0.0.1")).isTrue();
        assertThat(NodeOptions.names(provider, "127.0.0.9")).isFalse();
    }
}
