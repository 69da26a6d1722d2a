/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.competitor;

import io.idaeus.it.bench.data.DataSet;
import io.idaeus.it.bench.measure.Ends;
import io.idaeus.it.bench.measure.Server;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The server of OpenSSL's own command, which does little but encrypt, and one curl. */
final class OpenSslCurl implements Tool {
    private int port;

    @Override
    public String name() {
        return "openssl-curl";
    }

    @Override
    public int connections() {
        return 1;
    }

    @Override
    public List<String> needs() {
        return List.of("openssl", "curl");
    }

    @Override
    public Optional<Server> serve(DataSet set, Path scratch) throws IOException {
        port = Server.freePort();
        Path identity = ThrowawayIdentity.make(scratch);
        // It serves the directory in which it runs.
        String command =
                "cd '%s' && exec openssl s_server -quiet -WWW -accept 127.0.0.1:%d -cert '%s' -key '%s' -tls1_3"
                                .formatted(
                                        set.directory(),
                                        port,
                                        identity.resolve("certificate.pem"),
                                        identity.resolve("key.pem"))
                        + " -ciphersuites TLS_AES_128_GCM_SHA256";
        return Optional.of(
                Server.start("openssl", List.of("sh", "-c", command), scratch).listening(Ends.LOOPBACK, port));
    }

    @Override
    public List<String> receive(DataSet set, Path scratch, Path destination) throws IOException {
        return Curl.command("https://127.0.0.1:" + port, set, scratch, destination);
    }
}
