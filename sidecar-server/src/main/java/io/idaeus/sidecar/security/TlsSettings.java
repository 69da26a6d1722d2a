/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The PEM files of this node's identity and trust.
 *
 * @param certificate this node's certificate, then its intermediate issuers
 * @param key its private key
 * @param keyPasswordFile its only line is the password of the key; null where the key is not encrypted
 * @param trust the issuers of callers and peers
 */
public record TlsSettings(
        Path certificate, Path key, @Nullable Path keyPasswordFile, Path trust) {
    /** For a key that is not encrypted. */
    public TlsSettings(Path certificate, Path key, Path trust) {
        this(certificate, key, null, trust);
    }
}
