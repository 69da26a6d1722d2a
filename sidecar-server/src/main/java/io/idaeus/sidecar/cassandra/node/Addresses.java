/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

/** Addresses as Cassandra writes them over JMX. */
final class Addresses {
    private Addresses() {}

    /** Without name, port and brackets: {@code 10.0.0.1} of {@code seed1/10.0.0.1:7000}. */
    static String host(String address) {
        String bare = address.substring(address.lastIndexOf('/') + 1);
        if (bare.startsWith("[")) {
            return bare.substring(1, bare.indexOf(']'));
        }
        int colon = bare.lastIndexOf(':');
        boolean port = colon >= 0 && bare.indexOf(':') == colon;
        return port ? bare.substring(0, colon) : bare;
    }
}
