/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.competitor;

import io.idaeus.it.bench.data.DataSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** One curl that fetches every file of a set, one after the other. */
final class Curl {
    private Curl() {}

    /** @param server its URL; with https it has the {@link ThrowawayIdentity} of the directory */
    static List<String> command(String server, DataSet set, Path scratch, Path destination) throws IOException {
        Path files = Files.writeString(
                scratch.resolve("curl.conf"),
                set.index().files().stream()
                        .map(file -> "url = \"%s/%s\"%noutput = \"%s\"%n"
                                .formatted(server, file.path(), destination.resolve(file.path())))
                        .collect(Collectors.joining()));
        List<String> command = new ArrayList<>(List.of("curl", "--silent", "--show-error", "--fail", "--create-dirs"));
        if (server.startsWith("https:")) {
            command.addAll(List.of(
                    "--cacert",
                    scratch.resolve("identity").resolve("certificate.pem").toString()));
        }
        command.addAll(List.of("--config", files.toString()));
        return command;
    }
}
