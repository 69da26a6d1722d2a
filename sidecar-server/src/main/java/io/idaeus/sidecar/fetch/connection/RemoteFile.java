/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import io.idaeus.sidecar.wire.ComponentPath;
import io.idaeus.sidecar.wire.EntityTag;
import java.net.InetSocketAddress;

/**
 * A component as a peer serves it.
 *
 * @param peer resolved; its host string is the certificate's name
 */
public record RemoteFile(InetSocketAddress peer, ComponentPath component, EntityTag etag) {

    long size() {
        return etag.size();
    }

    @Override
    public String toString() {
        return peer + ": " + component;
    }
}
