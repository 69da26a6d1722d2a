/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.request;

import io.idaeus.sidecar.byterange.ByteRanges;
import io.idaeus.sidecar.wire.ComponentPath;
import io.idaeus.sidecar.wire.EntityTag;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * A component as a peer serves it, or an excerpt of it.
 *
 * @param peer resolved; its host string is the certificate's name
 * @param etag of the whole component
 * @param excerpt the bytes to fetch; null for all
 */
public record RemoteFile(
        InetSocketAddress peer,
        ComponentPath component,
        EntityTag etag,
        @Nullable ByteRanges excerpt) {

    public RemoteFile(InetSocketAddress peer, ComponentPath component, EntityTag etag) {
        this(peer, component, etag, null);
    }

    /** How many are fetched. */
    long bytes() {
        return excerpt == null ? etag.size() : excerpt.size();
    }

    long size() {
        return etag.size();
    }

    @Override
    public String toString() {
        return peer + ": " + component;
    }
}
