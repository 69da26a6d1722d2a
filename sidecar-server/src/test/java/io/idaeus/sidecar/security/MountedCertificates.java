/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import io.idaeus.sidecar.config.TlsPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Three files at paths that stay, whose contents are replaced. */
public record MountedCertificates(TlsPaths files) {
    public static MountedCertificates in(Path directory, TlsPaths first) throws IOException {
        MountedCertificates mounted = new MountedCertificates(
                new TlsPaths(directory.resolve("tls.crt"), directory.resolve("tls.key"), directory.resolve("ca.crt")));
        mounted.replace(first);
        return mounted;
    }

    /** All three. */
    public void replace(TlsPaths by) throws IOException {
        Files.copy(by.certificate(), files.certificate(), StandardCopyOption.REPLACE_EXISTING);
        Files.copy(by.key(), files.key(), StandardCopyOption.REPLACE_EXISTING);
        trust(by);
    }

    /** The authorities of all of these, and nothing else. */
    public void trust(TlsPaths... authorities) throws IOException {
        StringBuilder all = new StringBuilder();
        for (TlsPaths one : authorities) {
            all.append(Files.readString(one.trust())).append('\n');
        }
        Files.writeString(files.trust(), all);
    }
}
