/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import io.idaeus.client.SidecarException;
import io.idaeus.sidecar.ClosedPort;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PeerClientsTest {
    /** As {@code http.proxyHost} sets it for the whole JVM, for instance for the fetching of keys. */
    @Test
    void peersAreCalledThemselvesWhereTheJvmHasAProxy() throws Exception {
        HttpServer peer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        peer.createContext("/", exchange -> {
            exchange.sendResponseHeaders(418, -1);
            exchange.close();
        });
        peer.start();
        ProxySelector before = ProxySelector.getDefault();
        ProxySelector.setDefault(
                ProxySelector.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), ClosedPort.NUMBER)));
        try {
            URI address = URI.create("http://127.0.0.1:" + peer.getAddress().getPort());
            PeerClients clients = new PeerClients(Duration.ofSeconds(30), Duration.ofSeconds(30), null);

            assertThatExceptionOfType(SidecarException.class)
                    .isThrownBy(() -> clients.get().at(address).node())
                    .withMessageContaining("418");
        } finally {
            ProxySelector.setDefault(before);
            peer.stop(0);
        }
    }
}
