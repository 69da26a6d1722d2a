/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.competitor;

import io.idaeus.it.bench.data.DataSet;
import io.idaeus.it.bench.measure.Ends;
import io.idaeus.it.bench.measure.Packages;
import io.idaeus.it.bench.measure.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** nginx with sendfile, and one curl that fetches every file over one connection. */
final class NginxCurl implements Tool {
    private static final String TLS = """
            ssl_certificate %1$s/certificate.pem;
            ssl_certificate_key %1$s/key.pem;
            ssl_protocols TLSv1.3;
            ssl_conf_command Ciphersuites TLS_AES_128_GCM_SHA256;
            """;

    private final boolean tls;
    private int port;

    NginxCurl(boolean tls) {
        this.tls = tls;
    }

    @Override
    public String name() {
        return tls ? "nginx-curl-tls" : "nginx-curl";
    }

    @Override
    public int connections() {
        return 1;
    }

    @Override
    public List<String> needs() {
        return List.of("nginx", "curl");
    }

    @Override
    public Optional<Server> serve(DataSet set, Path scratch) throws IOException {
        port = Server.freePort();
        Path configuration = Files.writeString(scratch.resolve("nginx.conf"), """
                %s
                daemon off;
                worker_processes auto;
                pid %2$s/nginx.pid;
                error_log stderr;
                events {}
                http {
                  access_log off;
                  sendfile on;
                  tcp_nopush on;
                  keepalive_requests 1000000;
                  client_body_temp_path %2$s/body;
                  proxy_temp_path %2$s/proxy;
                  fastcgi_temp_path %2$s/fastcgi;
                  uwsgi_temp_path %2$s/uwsgi;
                  scgi_temp_path %2$s/scgi;
                  server {
                    listen 127.0.0.1:%3$d%5$s;
                    root %4$s;
                    %6$s
                  }
                }
                """.formatted(
                        Packages.root() ? "user root;" : "",
                        scratch,
                        port,
                        set.directory(),
                        tls ? " ssl" : "",
                        tls ? TLS.formatted(ThrowawayIdentity.make(scratch)) : ""));
        List<String> command =
                List.of(Packages.path("nginx").toString(), "-e", "stderr", "-c", configuration.toString());
        return Optional.of(Server.start("nginx", command, scratch).listening(Ends.LOOPBACK, port));
    }

    @Override
    public List<String> receive(DataSet set, Path scratch, Path destination) throws IOException {
        return Curl.command((tls ? "https" : "http") + "://127.0.0.1:" + port, set, scratch, destination);
    }
}
