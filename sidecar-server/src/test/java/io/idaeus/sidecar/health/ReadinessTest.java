/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.Health;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings.Endpoint;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadinessTest {
    @Test
    void checksWithinASecondShareAnAnswer() throws Exception {
        int closed;
        try (ServerSocket socket = new ServerSocket(0)) {
            closed = socket.getLocalPort();
        }
        Endpoint nobody = new Endpoint("127.0.0.1", closed, null);
        try (ServerSocket data = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                CassandraDoor door = new CassandraDoor(CassandraSettings.of(nobody, nobody, null))) {
            Readiness readiness =
                    new Readiness(door, List.of(), (InetSocketAddress) data.getLocalSocketAddress(), null);
            Health first = readiness.check();
            for (int i = 0; i < 100; i++) {
                assertThat(readiness.check()).isSameAs(first);
            }
            assertThat(connections(data)).isEqualTo(1);
            Thread.sleep(1100);

            assertThat(readiness.check()).isNotSameAs(first);
            assertThat(connections(data)).isEqualTo(1);
        }
    }

    private static int connections(ServerSocket server) throws Exception {
        server.setSoTimeout(200);
        int accepted = 0;
        try {
            while (true) {
                server.accept().close();
                accepted++;
            }
        } catch (SocketTimeoutException noMore) {
            return accepted;
        }
    }

    @Test
    void aNodetoolThatIsGoneIsNotReady() throws Exception {
        Endpoint nobody = new Endpoint("127.0.0.1", 1, null);
        Path gone = Path.of("/usr/bin/no-such-nodetool");
        try (ServerSocket data = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                CassandraDoor door = new CassandraDoor(CassandraSettings.of(nobody, nobody, gone))) {
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
