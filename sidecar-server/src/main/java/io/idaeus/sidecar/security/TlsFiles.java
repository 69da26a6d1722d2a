/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import io.idaeus.pem.PemFile;

/** The three files as they were at one moment; equal where every byte is. */
record TlsFiles(PemFile certificate, PemFile key, PemFile trust) {
    /** @throws IllegalArgumentException naming the one that cannot be read */
    static TlsFiles read(TlsSettings settings) {
        return new TlsFiles(
                PemFile.read(settings.certificate()), PemFile.read(settings.key()), PemFile.read(settings.trust()));
    }
}
