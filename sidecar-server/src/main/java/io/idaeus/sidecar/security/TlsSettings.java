/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * PEM files.
 *
 * @param certificate this node's, then intermediate issuers
 * @param keyPasswordFile one line; null for an unencrypted key
 * @param trust issuers of callers and peers
 * @param crl revocation lists of these issuers; null to check none
 */
public record TlsSettings(
        Path certificate,
        Path key,
        @Nullable Path keyPasswordFile,
        Path trust,
        @Nullable Path crl) {
    public TlsSettings(Path certificate, Path key, Path trust) {
        this(certificate, key, null, trust, null);
    }
}
