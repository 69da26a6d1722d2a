/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.ui;

import io.idaeus.it.harness.process.Workspace;
import io.idaeus.it.harness.sidecar.Authority;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** {@code idaeus ui}, as a process. */
final class UiProcess implements AutoCloseable {
    private final Process process;
    private final URI address;

    private UiProcess(Process process, URI address) {
        this.process = process;
        this.address = address;
    }

    static UiProcess start(Authority.Identity identity, SidecarProcess first) throws IOException {
        List<String> words = List.of(
                Workspace.idaeus().toString(),
                "--url",
                first.restUri().toString(),
                "--cacert",
                identity.trust().toString(),
                "--cert",
                identity.certificate().toString(),
                "--key",
                identity.key().toString(),
                "ui");
        ProcessBuilder builder = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        Stream<String> lines = out.lines();
        String opened = lines.map(String::strip)
                .filter(line -> line.startsWith("http://"))
                .findFirst()
                .orElseThrow(() -> new IOException("idaeus ui ended and printed no address"));
        return new UiProcess(process, URI.create(opened));
    }

    URI address() {
        return address;
    }

    @Override
    public void close() {
        process.destroy();
    }
}
