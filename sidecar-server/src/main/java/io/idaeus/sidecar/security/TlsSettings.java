/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import java.nio.file.Path;

/**
 * Where this node's identity and trust are. Both stores are PKCS #12 or JKS; the key has the store's password.
 *
 * @param keyStore this node's key and certificate chain, used as server and as client
 * @param trustStore the authorities whose certificates are believed, of callers and of peers
 */
public record TlsSettings(Path keyStore, String keyStorePassword, Path trustStore, String trustStorePassword) {

    /** Without the passwords. */
    @Override
    public String toString() {
        return "TlsSettings[keyStore=" + keyStore + ", trustStore=" + trustStore + ']';
    }
}
