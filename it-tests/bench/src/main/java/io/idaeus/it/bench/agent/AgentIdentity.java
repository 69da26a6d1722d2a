/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.agent;

import io.idaeus.sidecar.config.TlsPaths;
import io.idaeus.sidecar.security.TlsContexts;
import java.nio.file.Path;

/** The certificate that both agents present and trust: {@code certificate.pem} and {@code key.pem}. */
final class AgentIdentity {
    private AgentIdentity() {}

    static TlsContexts load(Path directory) {
        Path certificate = directory.resolve("certificate.pem");
        return TlsContexts.load(new TlsPaths(certificate, directory.resolve("key.pem"), certificate));
    }
}
