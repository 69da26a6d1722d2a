/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.node.Health;
import io.idaeus.sidecar.ClosedPort;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReadinessTest {
    private static final Endpoint NOBODY = new Endpoint("127.0.0.1", ClosedPort.NUMBER, null);

    @Test
    void checksWithinASecondShareAnAnswer() throws Exception {
        AtomicLong nanos = new AtomicLong();
        try (ServerSocketChannel data = ServerSocketChannel.open();
                CassandraDoor door = new CassandraDoor(CassandraSettings.of(NOBODY, NOBODY, null))) {
            data.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            data.configureBlocking(false);
            Readiness readiness =
                    new Readiness(door, List.of(), (InetSocketAddress) data.getLocalAddress(), null, nanos::get);
            Health first = readiness.check();
            for (int i = 0; i < 100; i++) {
                nanos.addAndGet(Duration.ofMillis(9).toNanos());
                assertThat(readiness.check()).isSameAs(first);
            }
            assertThat(connections(data)).isEqualTo(1);
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());

            assertThat(readiness.check()).isNotSameAs(first);
            assertThat(connections(data)).isEqualTo(1);
        }
    }

    /** Counts the connections that wait. A check returns once it is connected. */
    private static int connections(ServerSocketChannel server) throws IOException {
        int accepted = 0;
        for (SocketChannel one = server.accept(); one != null; one = server.accept()) {
            one.close();
            accepted++;
        }
        return accepted;
    }

    @Test
    void aNodetoolThatIsGoneIsNotReady() throws Exception {
        Path gone = Path.of("/usr/bin/no-such-nodetool");
        try (ServerSocket data = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                CassandraDoor door = new CassandraDoor(CassandraSettings.of(NOBODY, NOBODY, gone))) {
            Readiness readiness =
                    new Readiness(door, List.of(), (InetSocketAddress) data.getLocalSocketAddress(), null);

            assertThat(readiness.check().checks())
                    .filteredOn(check -> check.name().equals("importer"))
                    .singleElement()
                    .satisfies(check -> {
                        assertThat(check.up()).isFalse();
                        assertThat(check.detail()).contains("cassandra.nodetool: there is no file " + gone);
                    });
        }
    }
}
