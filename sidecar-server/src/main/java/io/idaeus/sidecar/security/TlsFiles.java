/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import io.idaeus.pem.KeyPassword;
import io.idaeus.pem.PemFile;
import io.idaeus.sidecar.config.TlsPaths;
import org.jspecify.annotations.Nullable;

/** The TLS files' contents. */
record TlsFiles(
        PemFile certificate,
        PemFile key,
        @Nullable KeyPassword keyPassword,
        PemFile trust,
        @Nullable PemFile crl) {
    /** @throws IllegalArgumentException naming an unreadable file */
    static TlsFiles read(TlsPaths settings) {
        return new TlsFiles(
                PemFile.read(settings.certificate()),
                PemFile.read(settings.key()),
                settings.keyPasswordFile() == null ? null : KeyPassword.read(settings.keyPasswordFile()),
                PemFile.read(settings.trust()),
                settings.crl() == null ? null : PemFile.read(settings.crl()));
    }
}
