/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** nginx with sendfile, and one curl that fetches every file over one connection. */
final class NginxCurl implements Tool {
    private int port;

    @Override
    public String name() {
        return "nginx-curl";
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
                    listen 127.0.0.1:%3$d;
                    root %4$s;
                  }
                }
                """.formatted(
                        Packages.root() ? "user root;" : "", scratch, port, set.directory()));
        List<String> command =
                List.of(Packages.path("nginx").toString(), "-e", "stderr", "-c", configuration.toString());
        return Optional.of(Server.start("nginx", command, scratch).listening(Ends.LOOPBACK, port));
    }

    @Override
    public List<String> receive(DataSet set, Path scratch, Path destination) throws IOException {
        Path files = Files.writeString(
                scratch.resolve("curl.conf"),
                set.index().files().stream()
                        .map(file -> "url = \"http://127.0.0.1:%d/%s\"%noutput = \"%s\"%n"
                                .formatted(port, file.path(), destination.resolve(file.path())))
                        .collect(Collectors.joining()));
        return List.of("curl", "--silent", "--show-error", "--fail", "--create-dirs", "--config", files.toString());
    }
}
