/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.facts;

import io.idaeus.api.cluster.Host;
import io.idaeus.api.node.NodeInfo;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/**
 * A destination: the address of its sidecar, and what that tells.
 *
 * @param addresses of the host of that address, from the name service; in the form of {@link InetAddress#getHostAddress}
 */
public record HostFacts(String sidecar, Host host, List<String> addresses) {

    /** Whether the sidecar takes part in plans that clean nodes up. */
    public boolean cleansUp() {
        return host.offers(NodeInfo.CLEANUP);
    }

    /** Whether the sidecar is at the address of a node, however either is written. */
    public boolean isAt(String address) {
        return addresses.contains(canonical(address));
    }

    /** An address has one form, of many in which it may be written: {@code ::1} is {@code 0:0:0:0:0:0:0:1}. */
    public static String canonical(String address) {
        boolean literal = address.contains(":") || address.matches("[0-9.]+");
        try {
            return literal ? InetAddress.getByName(address).getHostAddress() : address;
        } catch (UnknownHostException e) {
            return address;
        }
    }
}
