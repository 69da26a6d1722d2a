/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.admission;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * The addresses that count as one: an address of IPv4, a /64 of IPv6, which a single host can use as it likes.
 *
 * @param first its lowest address
 */
record AddressBlock(InetAddress first) {
    private static final int PREFIX_BYTES = 8;
    private static final int BYTES = 16;

    static AddressBlock of(InetAddress address) {
        if (!(address instanceof Inet6Address)) {
            return new AddressBlock(address);
        }
        byte[] prefix = Arrays.copyOf(Arrays.copyOf(address.getAddress(), PREFIX_BYTES), BYTES);
        try {
            return new AddressBlock(InetAddress.getByAddress(prefix));
        } catch (UnknownHostException impossible) {
            throw new IllegalArgumentException(address.toString(), impossible);
        }
    }

    @Override
    public String toString() {
        return first.getHostAddress() + (first instanceof Inet6Address ? "/64" : "");
    }
}
