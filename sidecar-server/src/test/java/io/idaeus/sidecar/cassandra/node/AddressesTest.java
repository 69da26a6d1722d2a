/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressesTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:7000, 127.0.0.1",
        "/127.0.0.1:7000, 127.0.0.1",
        "seed1/10.0.0.1:7000, 10.0.0.1",
        "10.0.0.1, 10.0.0.1",
        "[2001:db8::1]:7000, 2001:db8::1",
        "/[2001:db8::1]:7000, 2001:db8::1",
        "2001:db8::1, 2001:db8::1"
    })
    void anAddressIsReadWithoutNameAndPort(String address, String host) {
        assertThat(Addresses.host(address)).isEqualTo(host);
    }
}
