/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Arrays;

/** Addresses of this machine: the kernel delivers what is sent there without any network. */
public final class LocalAddress {
    private LocalAddress() {}

    /** Whether all addresses of the host are; false for one that is unknown. */
    static boolean isLocal(String host) {
        try {
            return Arrays.stream(InetAddress.getAllByName(host)).allMatch(LocalAddress::isLocal);
        } catch (UnknownHostException e) {
            return false;
        }
    }

    public static boolean isLocal(InetAddress address) {
        try {
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return false;
        }
    }
}
