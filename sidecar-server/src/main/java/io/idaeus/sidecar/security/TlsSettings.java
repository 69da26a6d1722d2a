/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * This node's identity and trust, as PEM files; used as server and as client.
 *
 * @param certificate this node's certificate, and what leads to its issuer
 * @param key its private key
 * @param keyPasswordFile its only line is the password of the key; null where the key is not encrypted
 * @param trust the authorities whose certificates are believed, of callers and of peers
 */
public record TlsSettings(
        Path certificate, Path key, @Nullable Path keyPasswordFile, Path trust) {
    /** For a key that is not encrypted. */
    public TlsSettings(Path certificate, Path key, Path trust) {
        this(certificate, key, null, trust);
    }
}
