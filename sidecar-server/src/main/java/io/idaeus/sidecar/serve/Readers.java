/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.api.ProblemType;
import java.net.InetAddress;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/** Who may read from the data plane, and what. Called on event loops: must not block. */
public interface Readers {
    /**
     * Once for each connection with TLS.
     *
     * @param certificate that the handshake proved; null for none
     * @throws io.idaeus.sidecar.problem.ProblemException UNAUTHENTICATED or FORBIDDEN
     */
    Reader connected(@Nullable X509Certificate certificate);

    /** Without TLS. */
    Reader anybody();

    /**
     * Told of each refusal: a request of a caller that may not make it, and a connection above a limit.
     *
     * @param certificate that the handshake proved; null for none
     * @param path of the request; empty where there was none
     */
    default void refused(InetAddress from, @Nullable X509Certificate certificate, String path, ProblemType why) {}

    /** Who reads on a connection. What they may read can change while it is open. */
    interface Reader {
        /** @throws io.idaeus.sidecar.problem.ProblemException FORBIDDEN */
        void check(String tag, String keyspace);
    }

    /** Lets everybody read everything. */
    static Readers all() {
        Reader all = (tag, keyspace) -> {};
        return new Readers() {
            @Override
            public Reader connected(@Nullable X509Certificate certificate) {
                return all;
            }

            @Override
            public Reader anybody() {
                return all;
            }
        };
    }
}
