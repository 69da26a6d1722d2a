/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where the PEM files of mutual TLS are.
 *
 * @param certificate this sidecar's certificate, then its issuers
 * @param key PKCS#8, PKCS#1 or SEC 1
 * @param keyPasswordFile its only line is the password; null for an unencrypted key
 * @param trust issuers of callers and peers
 * @param crl revocation lists of these issuers; null to check none
 */
public record TlsPaths(
        Path certificate,
        Path key,
        @Nullable Path keyPasswordFile,
        Path trust,
        @Nullable Path crl) {
    public TlsPaths(Path certificate, Path key, Path trust) {
        this(certificate, key, null, trust, null);
    }
}
