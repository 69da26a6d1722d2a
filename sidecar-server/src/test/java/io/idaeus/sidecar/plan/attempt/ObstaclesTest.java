/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.idaeus.api.Problem;
import io.idaeus.api.ProblemType;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.client.ClientJson;
import io.idaeus.client.SidecarClient;
import io.idaeus.sidecar.plan.attempt.Defects.Defect;
import io.idaeus.sidecar.plan.cluster.PeerCalls;
import io.idaeus.sidecar.problem.ProblemException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObstaclesTest {
    @ParameterizedTest
    @CsvSource({
        "PEER_UNREACHABLE, NODE_DOWN",
        "CASSANDRA_UNAVAILABLE, NODE_DOWN",
        "TIME_LIMIT, NODE_DOWN",
        "DRAINING, NODE_DOWN",
        "FORBIDDEN, REFUSED",
        "CASSANDRA_REFUSED, REFUSED",
        "INSUFFICIENT_STORAGE, REFUSED",
        "INTERNAL, INTERNAL"
    })
    void whatAnotherSidecarAnswersTellsWhatIsWaitedFor(ProblemType answered, Cause cause) throws IOException {
        assertThat(Obstacles.cause(new ProblemException(answered, "here"))).isEqualTo(cause);
        assertThat(Obstacles.cause(translated(answered))).isEqualTo(cause);
    }

    private static ProblemException translated(ProblemType answered) throws IOException {
        byte[] problem = ClientJson.mapper()
                .writeValueAsBytes(new Problem(answered.uri(), answered.title(), answered.status(), "there", null));
        HttpServer sidecar = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        sidecar.createContext("/v1/host", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "application/problem+json");
            exchange.sendResponseHeaders(answered.status(), problem.length);
            exchange.getResponseBody().write(problem);
            exchange.close();
        });
        sidecar.start();
        try {
            SidecarClient client = SidecarClient.of(
                    URI.create("http://127.0.0.1:" + sidecar.getAddress().getPort()));
            PeerCalls.translated(client::host);
            throw new AssertionError("no failure");
        } catch (ProblemException e) {
            return e;
        } finally {
            sidecar.stop(0);
        }
    }

    @Test
    void aDefectKeepsItsIdWhileItRepeats() {
        Defects defects = new Defects();
        Defect first = defects.of(failure(1));
        Defect again = defects.of(failure(1));
        Defect other = defects.of(failure(2));

        assertThat(first.isNew()).isTrue();
        assertThat(again).isEqualTo(new Defect(first.id(), false));
        assertThat(other.isNew()).isTrue();
        assertThat(other.id()).isNotEqualTo(first.id());
    }

    private static RuntimeException failure(int number) {
        return new IllegalStateException("defect " + number);
    }
}
